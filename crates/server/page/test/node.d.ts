// The little of Node's test runner that the tests use: its types would be a package of their own.
declare module 'node:test' {
  export function test(name: string, run: () => void | Promise<void>): void;
  export const mock: { timers: { enable(options: { apis: string[] }): void; tick(millis: number): void; reset(): void } };
}

declare module 'node:assert/strict' {
  const assert: {
    ok(value: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    notDeepEqual(actual: unknown, expected: unknown, message?: string): void;
    throws(run: () => unknown, expected?: unknown): void;
    rejects(promise: Promise<unknown> | (() => Promise<unknown>), expected?: unknown): Promise<void>;
    match(text: string, pattern: RegExp): void;
  };
  export default assert;
}

declare module 'node:zlib' {
  export function gzipSync(bytes: Uint8Array | string): Uint8Array & { toString(encoding: 'base64'): string };
}

declare module 'node:fs' {
  export function readdirSync(path: string): string[];
  export function readFileSync(path: string): Uint8Array<ArrayBuffer> & { equals(other: Uint8Array): boolean; toString(): string };
}
