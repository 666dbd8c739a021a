// As much of the WebSocket protocol as a fake screen needs: text in, text and bytes out.
import { createHash } from 'node:crypto';

/** Accepts the upgrade; `told` gets each text message. Returns `say` (an object), `show` (bytes) and `close`. */
export function accept(request, socket, told, gone) {
  const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`);
  let kept = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    for (let message; (message = whole(kept)); kept = kept.subarray(message.size)) {
      if (message.code === 8) socket.end();
      else if (message.code === 1) told(JSON.parse(message.text));
    }
  });
  socket.on('error', gone);
  socket.on('close', gone);
  const send = (code, bytes) => {
    const long = bytes.length > 65535;
    const head = Buffer.alloc(long ? 10 : bytes.length > 125 ? 4 : 2);
    head[0] = 0x80 | code;
    if (long) {
      head[1] = 127;
      head.writeBigUInt64BE(BigInt(bytes.length), 2);
    } else if (bytes.length > 125) {
      head[1] = 126;
      head.writeUInt16BE(bytes.length, 2);
    } else head[1] = bytes.length;
    socket.write(Buffer.concat([head, bytes]));
  };
  return { say: (value) => send(1, Buffer.from(JSON.stringify(value))), show: (bytes) => send(2, bytes), close: () => socket.end() };
}

function whole(bytes) {
  if (bytes.length < 6) return null;
  let size = bytes[1] & 127;
  let at = 2;
  if (size === 126) [size, at] = [bytes.readUInt16BE(2), 4];
  if (bytes.length < at + 4 + size) return null;
  const mask = bytes.subarray(at, at + 4);
  const text = Buffer.from(bytes.subarray(at + 4, at + 4 + size).map((byte, n) => byte ^ mask[n % 4]));
  return { code: bytes[0] & 15, text: text.toString(), size: at + 4 + size };
}
