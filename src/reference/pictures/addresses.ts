import { withoutFinalSlashes } from '../../platform/text.ts'
import { completePicture, PICTURES } from '../contract.ts'
import type { Values } from '../store.ts'

export type AddressConfig = { publicUrl?: string | undefined }

function changePhotos(records: readonly (Values | undefined)[], change: (address: string) => string) {
  for (const record of records)
    if (Array.isArray(record?.photosUrls))
      record.photosUrls = record.photosUrls.map(each => (typeof each === 'string' ? change(each) : each))
}

/** Completes the addresses of uploaded pictures in records, in place, for an answer. */
export function completePhotos({ publicUrl }: AddressConfig, records: readonly (Values | undefined)[]) {
  if (!publicUrl) return
  const base = withoutFinalSlashes(publicUrl)
  changePhotos(records, address => completePicture(base, address))
}

/** Shortens the addresses of uploaded pictures in given records, in place, to the paths that are stored. */
export function shortenPhotos({ publicUrl }: AddressConfig, records: readonly Values[]) {
  if (!publicUrl) return
  const base = withoutFinalSlashes(publicUrl)
  changePhotos(records, address =>
    address.startsWith(base + PICTURES) ? address.slice(base.length) : address,
  )
}

/** Returns the ids of the uploaded pictures that records name. */
export function findNamedPictures(records: readonly Values[]): string[] {
  const addresses = records.flatMap(({ photosUrls }) => (photosUrls ?? []) as string[])
  const paths = addresses.filter(address => address.startsWith(PICTURES))
  return [...new Set(paths.map(path => path.slice(PICTURES.length).split('/', 1).join()))]
}
