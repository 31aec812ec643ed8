import type { Key, Value as V } from './types';
import Base, { type Options, open } from './base';
import * as codec from './codec';
import fs = require('fs');
import Json = codec.Json;
import 'reflect-metadata';
const { join } = require('path');

/** Where documents are. */
export interface Source<T> extends Base {
  readonly name: string;
  load(key: Key): Promise<T>;
  load(key: Key, strict: boolean): Promise<T>;
  new (root: string): Source<T>;
}

export type Loader = {
  (key: Key): V;
};

type Id = string | number;

export enum Mode {
  Read, // the default
  Write,
}

const enum Level { Low }

declare const VERSION: string;
declare function log(text: string): void;

declare module 'legacy' {
  export function connect(url: string): void;
}

declare global {
  interface Window {
    store: Store;
  }
}

namespace Codec.Text {
  // The separator.
  export const SEP = ',';
  export function split(s: string) { return s.split(SEP); }
}

// Finds a document.
export function find(key: string): V;
export function find(key: number): V;
export function find(key: any): V {
  return open(key);
}

// A store.
@Injectable({
  scope: 'root',
})
export abstract class Store<T extends object = {}> extends Base<T> implements Source<T> {
  @Input() root: string = '.';
  private static count = 0;

  @Output()
  onChange = async (event: Event): Promise<void> => {
    this.emit(event);
  };

  constructor(private readonly options: Options) {
    super();
  }

  abstract close(): void;

  get size(): number { return 0; }
  set size(n: number) {}

  load(key: Key): Promise<T>;
  load(key: any) {
    return codec.decode<T>(key);
  }

  // Saves a document.
  @Log()
  protected async save<K extends keyof T>(
    key: K,
    value: T[K],
  ): Promise<void> {
    fs.writeFileSync(join(this.root, String(key)), Json.text(value));
  }
}

export const create = async <T,>(root: string): Promise<Store<T>> => {
  throw new Error(root);
};

export const routes = [
  { path: '/', handler: () => 1 },
] as const;

export default (root: string) => create(root);
export = Store;
