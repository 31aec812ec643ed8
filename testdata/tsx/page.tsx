import React, { useState, type FC } from 'react';
import type { Props } from './types';
import styles from './page.module.css';
import './page.css';

interface State {
  open: boolean;
}

export const Hello = () => <div>Hi</div>;

// One row.
function Row({ name }: { name: string }) {
  return (
    <li className={styles.row}>
      {name} {/* the name */}
    </li>
  );
}

export const Page: FC<Props> = ({ rows }) => {
  const [open, setOpen] = useState(false);
  const toggle = () => {
    setOpen(!open);
  };

  return (
    <ul onClick={toggle}>
      {rows.map((r) => (
        <Row key={r} name={r} />
      ))}
    </ul>
  );
};

export const Fast = React.memo(function Fast(props: Props) {
  return <Page {...props} />;
});

export class Old extends React.Component<Props, State> {
  state: State = { open: false };

  handle = () => this.setState({ open: true });

  render() {
    return <Generic<string> value="x" />;
  }
}

export default function App() {
  return <Page rows={[]} />;
}
