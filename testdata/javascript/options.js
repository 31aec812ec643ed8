import { h } from 'ui';

// What the page shows.
export default {
  name: 'page',
  data() {
    return { open: false };
  },
  methods: {
    toggle() { this.open = !this.open; },
    close: () => {},
  },
};
