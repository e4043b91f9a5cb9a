import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Platform } from '../../platform/area.ts'
import { decodeInTurn, decodePicture } from './decode.ts'
import { hasPicture, insertPicture, renewPicture, type StoredPicture } from './store.ts'

async function hashFile(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Decodes and stores the picture in a file, unless the same file is stored already. Throws a 413 or 415 for a file that is
 * no acceptable picture, and a 503 if others are decoded for too long.
 */
export async function uploadPicture(
  { db, clock, log }: Platform<never>,
  path: string,
): Promise<{ isNew: boolean; picture: StoredPicture }> {
  const id = await hashFile(path)
  const findKnown = async () => {
    if (!(await hasPicture(db, id))) return undefined
    const picture = await db.transaction(tx => renewPicture(tx, id, clock.now()))
    return picture && { isNew: false, picture }
  }
  return (
    (await findKnown()) ??
    decodeInTurn(async () => {
      // A call that came first may have stored the same file in the meantime.
      const known = await findKnown()
      if (known) return known
      const decoded = await decodePicture(path, log)
      return { isNew: true, picture: await db.transaction(tx => insertPicture(tx, id, decoded, clock.now())) }
    })
  )
}
