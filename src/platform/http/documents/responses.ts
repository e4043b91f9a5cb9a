import type { Operation } from './schemas.ts'

/** What a status means wherever a route does not say more. */
const meanings: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted: it is done in the background',
  204: 'Done; no body',
  303: 'See the address in `Location`',
  400: 'The request is not of the shape that is asked for',
  401: 'A key or token is missing, or is not valid',
  402: 'It has not been paid',
  403: "This is another customer's",
  404: 'There is no such thing',
  409: 'What is there contradicts it',
  412: 'Somebody has changed it since the caller read it',
  410: 'It was there once, or its time is over',
  413: 'The body is too large',
  415: 'The media type of the body is not taken',
  422: 'A rule of the business forbids it',
  429: 'Too many requests: try again after `Retry-After` seconds',
  500: 'It failed',
  503: 'Something that is needed cannot be reached: try again after `Retry-After` seconds',
}

/** What @fastify/swagger writes where nothing is said. */
const NOTHING_SAID = 'Default Response'

/** The operation with words for each of its answers. */
export function explainResponses(operation: Operation): Operation {
  const { responses = {} } = operation
  return {
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const said = response.description !== NOTHING_SAID && response.description
        return [status, { ...response, description: said || (meanings[status] ?? `Status ${status}`) }]
      }),
    ),
  }
}
