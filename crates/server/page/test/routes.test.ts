import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, isOwn, match, taskAddress, withQuery } from '../src/routes.ts';

test('a pattern names the parts of an address', () => {
  const table: [string, string, object | null][] = [
    ['/', '/', {}],
    ['/tasks', '/tasks/', {}],
    ['/tasks/:folder/:name', '/tasks/3f/a%20b', { folder: '3f', name: 'a b' }],
    ['/tasks/:folder/:name', '/tasks/3f', null],
    ['/tasks', '/questions', null],
    ['/tasks/:folder/:name', '/tasks/3f/%zz', null],
  ];
  for (const [pattern, path, wanted] of table) assert.deepEqual(match(pattern, path), wanted, `${pattern} on ${path}`);
});

test('the first route that fits wins', () => {
  const routes = [{ pattern: '/a/b' }, { pattern: '/a/:x' }];
  assert.equal(find(routes, '/a/b')?.route.pattern, '/a/b');
  assert.equal(find(routes, '/a/c')?.route.pattern, '/a/:x');
  assert.equal(find(routes, '/c'), null);
});

test('a filter changes one parameter of the address and leaves the others', () => {
  assert.equal(withQuery('/tasks?find=a&state=failed#x', { find: 'b c' }), '/tasks?find=b+c&state=failed#x');
  assert.equal(withQuery('/tasks?find=a', { find: '' }), '/tasks');
  assert.equal(withQuery('/tasks?find=a', { find: null, sort: '-cost' }), '/tasks?sort=-cost');
});

test('names of tasks are one part of an address, whatever is in them', () => {
  assert.equal(taskAddress({ folder: '3f', name: 'a/../b?c' }), '/tasks/3f/a%2F..%2Fb%3Fc');
  assert.deepEqual(match('/tasks/:folder/:name/desktop', taskAddress({ folder: '3f', name: 'a/b' }, 'desktop')), { folder: '3f', name: 'a/b' });
});

test('links to the interface, to files and to other sites are the browser’s', () => {
  for (const href of ['/', '/tasks?state=failed', '/apiary']) assert.ok(isOwn(href), href);
  for (const href of ['//evil.example', 'https://evil.example', '/api/about', '/assets/app.js', '/plain', '/open?token=1', '#main']) assert.ok(!isOwn(href), href);
});
