import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_HEADER } from '../../contract/envelope.ts';
import { isUnavailable } from '../database/database.ts';
import { DeadlineExceeded } from '../database/deadline.ts';
import type { WriteHealth } from '../database/write-health.ts';
import { InvalidField, NotOffered, Refusal, SessionEnded, Unavailable } from '../domain/context.ts';
import { newTraceId } from '../tracing/trace-parent.ts';
import { answerTo, invalidRequest, sendAnswer, TransportFault, unavailable } from './envelope.ts';

/**
 * Answers every error of a route, in the envelope; errors of byte ranges and conditions of files, without it.
 * @param writing records that the database takes no writes
 */
export function answerFaults(app: FastifyInstance, writing: WriteHealth): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    writing.note(error);
    if (isFileCondition(error)) return sendFileCondition(error, reply);
    const classified = faultOf(error, request);
    // the rest of the body is not read, so the connection ends
    const isTooLarge = classified instanceof TransportFault && classified.fault === 'too_large';
    if (isTooLarge) reply.header('connection', 'close');
    return sendAnswer(reply, answerTo(classified));
  });
}

type FileError = FastifyError & { headers?: Record<string, string> };

/** Whether a range (416) or a condition (412) does not fit the file: HTTP defines these answers. */
function isFileCondition(error: FileError): boolean {
  return error.statusCode === 416 || error.statusCode === 412;
}

function sendFileCondition(error: FileError, reply: FastifyReply): FastifyReply {
  return reply
    .code(error.statusCode ?? 416)
    .headers(error.headers ?? {})
    .send();
}

/** Answers a request whose path cannot be decoded and so has no route. */
export function badUrl(reply: FastifyReply): FastifyReply {
  return sendAnswer(
    reply,
    answerTo(invalidRequest({ path: 'has a percent sign that encodes nothing' })),
  );
}

/** Answers 404 in the envelope: an unknown path, or a known one with another method. */
export function notFound(reply: FastifyReply): FastifyReply {
  return sendAnswer(reply, answerTo(new TransportFault('not_found')));
}

/**
 * Classifies an error for the client. A fault's cause goes to the log; the client gets the
 * request's id to quote.
 */
export function faultOf(
  error: Error,
  request: FastifyRequest,
): Refusal | SessionEnded | TransportFault {
  const classified = classify(error, request.id);
  if (classified instanceof TransportFault && classified.fault === 'internal') {
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  }
  return classified;
}

function classify(
  error: Error & Partial<FastifyError>,
  requestId: string,
): Refusal | SessionEnded | TransportFault {
  if (error instanceof TransportFault) return error;
  if (error instanceof Refusal || error instanceof SessionEnded) return error;
  if (error instanceof InvalidField) return invalidRequest({ [error.field]: error.message });
  if (error instanceof NotOffered) return new TransportFault('not_found');
  if (error instanceof Unavailable) return unavailable(error.retryAfterSeconds);
  if (error instanceof DeadlineExceeded || isUnavailable(error)) return unavailable();
  // a path that leads out of a folder of files, or that cannot be a file's
  if (error.statusCode === 403 || error.statusCode === 404) return new TransportFault('not_found');
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new TransportFault('too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new TransportFault('unsupported_media_type');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidRequest({ body: 'does not have the length that was announced' });
    default:
      return new TransportFault('internal', { data: { request_id: requestId } });
  }
}

/**
 * Answers requests that are no valid HTTP (a broken header, a method that does not exist, a request
 * that never ends) on the bare socket, in the envelope: they reach no route.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // a connection that a browser opened in advance and did not use gets no answer
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) {
    socket.destroy();
    return;
  }
  const { text, status } = answerTo(invalidRequest({ request: whyBroken(error.code) }));
  socket.end(
    [
      `HTTP/1.1 ${status} Bad Request`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `${REQUEST_HEADER}: ${newTraceId()}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

function whyBroken(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'has headers that are too large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'took too long to arrive';
  return 'is not valid HTTP';
}
