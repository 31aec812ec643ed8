#!/usr/bin/env node
'use strict';

import fs, { readFile as read, stat } from 'node:fs';
import * as path from 'path';
import './polyfill.js';
import config from './config.json' with { type: 'json' };

const util = require('util'), { join, resolve: full } = require('path');
var events = require('events').EventEmitter;
require('./register');
const { sha } = await import('./hash.js');

/** How many documents a page has. */
const PAGE = 20;
let open = new Map(), closed;

const limits = {
  page: PAGE,
  depth: 3,
};

/**
 * Reads a document.
 */
export async function load(key) {
  const onError = (err) => {
    throw err;
  };
  return read(key).catch(onError);
}

function* keys() { yield* open.keys(); }

// Saves a document.
export const save = async (key, value) => {
  open.set(key, value);
};

const first = () => 1, second = function () { return 2; };

/* A store of documents. */
export default class Store extends events {
  static #count = 0;

  // Called on each change.
  onChange = (event) => {
    this.emit('change', event);
  };

  constructor(root) {
    super();
    this.root = root;
  }

  get size() { return open.size; }

  static async *list() {
    yield* open;
  }

  ['computed']() {}

  'quoted name'() {}
  // the last word
}

export const Memory = class extends Store {
  load() { return null; }
};

const api = {
  name: 'store',
  start() { return 1; },
  stop: function () { return 2; },
  nested: {
    restart: () => api.start(),
  },
};

Store.prototype.close = function close() {
  open.clear();
};

exports.flush = exports.sync = function () {
  open.clear();
};

module.exports = function create(root) {
  return new Store(root);
};

window.StoreApp = { boot: function () {} };
exports.Remote = class Remote { ping() {} };

export { load as fetch } from './remote.js';

if (process.env.DEBUG) {
  function trace() {}
}

describe('Store', () => {
  beforeEach(() => {});

  it('loads', async () => {
    await load('a');
  });

  describe.skip('remote', function () {
    it.each([1, 2])('pings %d', (n) => {});
  });
});

const handler = wrap(async (req, res) => {
  res.end();
});
