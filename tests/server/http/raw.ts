import { connect } from 'node:net';

/**
 * Sends bytes that no HTTP client would send.
 * @param waits keeps the connection open for a slow answer: the server drops a call whose client has ended
 * @returns the whole answer
 */
export function sendBytes(url: string, bytes: string, waits = false): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      received += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    if (waits) socket.write(bytes);
    else socket.end(bytes);
  });
}

/** Returns the JSON body of a raw HTTP answer. */
export function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}
