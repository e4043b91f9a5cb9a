import type { TestPlatform } from './platform.ts'

/** Sends a file as a part of a form. */
export async function sendFile<Body>(
  shop: TestPlatform,
  url: string,
  file: string | Buffer,
  { name = 'import.json', type = '', part = 'file' }: { name?: string; type?: string; part?: string } = {},
) {
  const form = new FormData()
  form.set(part, new File([new Uint8Array(Buffer.from(file))], name, { type }))
  const request = new Response(form)
  return shop.call<Body>('POST', url, Buffer.from(await request.arrayBuffer()), {
    // A form request always has this header.
    'content-type': request.headers.get('content-type') ?? '',
  })
}

/** Sends CSV as the request body. */
export const sendCsv = <Body>(shop: TestPlatform, url: string, text: string | Buffer, type = 'text/csv') =>
  shop.call<Body>('POST', url, text, { 'content-type': type })
