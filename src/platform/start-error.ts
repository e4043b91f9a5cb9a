/** A start that cannot go on, for a reason the operator can act on: print only the message, exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}
