import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { eventually } from '../../../test/support/eventually.ts'
import { GUARDED, KEYS } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { decodeInTurn } from './decode.ts'

type Picture = { id: string; largeur: number; hauteur: number; url: string; urls: Record<string, string> }
type Refusal = { code: string; message: string }
type Part = { name?: string; bytes: Buffer }

const UPLOAD = '/api/v1/privee/images'
const WIDTHS = [160, 480, 1200]

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'], settings: GUARDED })
})

async function send<Body>(parts: Part[], key: Record<string, string> = KEYS.admin) {
  const form = new FormData()
  for (const { name = 'image', bytes } of parts) form.append(name, new File([new Uint8Array(bytes)], 'photo'))
  const request = new Response(form)
  return shop.call<Body>('POST', UPLOAD, Buffer.from(await request.arrayBuffer()), {
    ...key,
    // A form request always has this header.
    'content-type': request.headers.get('content-type') ?? '',
  })
}
const upload = <Body = Picture>(bytes: Buffer) => send<Body>([{ bytes }])
const uploaded = async (bytes: Buffer) => {
  const { status, body } = await upload(bytes)
  assert.ok(status === 201 || status === 200, JSON.stringify(body))
  return body
}
const read = async (url: string, headers = {}) => {
  const { rawPayload, ...answer } = await shop.server.inject({ url, headers })
  return { bytes: rawPayload, ...answer }
}

let shade = 0
/** Returns a picture that no other test uploads. */
const plain = (width = 300, height = 200, channels: 3 | 4 = 3) => {
  const background = { r: ++shade, g: 200, b: 100, alpha: 0.5 }
  return sharp({ create: { width, height, channels, background } })
}
const jpeg = () => plain().jpeg().toBuffer()

/** Adds chunks to a PNG file after its header. */
function withChunks(png: Buffer, ...chunks: [type: string, data: Buffer][]) {
  const written = chunks.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  })
  return Buffer.concat([png.subarray(0, 33), ...written, png.subarray(33)])
}

/** An animated PNG of one frame. */
async function animatedPng() {
  const control = Buffer.alloc(26)
  control.writeUInt32BE(300, 4)
  control.writeUInt32BE(200, 8)
  const count = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])
  return withChunks(await plain().png().toBuffer(), ['acTL', count], ['fcTL', control])
}

const noise = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

const frames = async () => sharp(await Promise.all([jpeg(), jpeg()]), { join: { animated: true } })

/** A PNG file of 70 bytes whose header promises 2,500 megapixels. */
async function hugePng() {
  const png = await plain(1, 1).png().toBuffer()
  const header = Buffer.from(png.subarray(12, 29))
  header.writeUInt32BE(50_000, 4)
  header.writeUInt32BE(50_000, 8)
  header.copy(png, 12)
  png.writeUInt32BE(crc32(header), 29)
  return png
}

describe('an uploaded picture', () => {
  const accepted: Record<string, () => Promise<Buffer>> = {
    JPEG: jpeg,
    'progressive JPEG': () => plain().jpeg({ progressive: true }).toBuffer(),
    'CMYK JPEG': () => plain().toColourspace('cmyk').jpeg().toBuffer(),
    PNG: () => plain().png().toBuffer(),
    'PNG of 16 bits': () => plain().toColourspace('rgb16').png().toBuffer(),
    'PNG in grey': () => plain().greyscale().png().toBuffer(),
    'animated PNG': animatedPng,
    WebP: () => plain().webp().toBuffer(),
    'animated WebP': async () => (await frames()).webp().toBuffer(),
    AVIF: () => plain().avif({ effort: 0 }).toBuffer(),
  }
  for (const [format, create] of Object.entries(accepted))
    test(`may be ${format}, is WebP in each width, and is never enlarged`, async () => {
      const { largeur, hauteur, urls } = await uploaded(await create())
      assert.deepEqual([largeur, hauteur, Object.keys(urls)], [300, 200, WIDTHS.map(String)])
      for (const width of WIDTHS) {
        const { bytes, headers, statusCode } = await read(urls[width]!)
        const { format, width: stored, height, pages } = await sharp(bytes).metadata()
        assert.deepEqual(
          [statusCode, headers['content-type'], format, stored, pages],
          [200, 'image/webp', 'webp', Math.min(width, 300), undefined],
        )
        assert.equal(height, Math.round((stored! * 2) / 3))
      }
    })

  test('keeps its transparency and colours', async () => {
    const { urls } = await uploaded(await plain(2_000, 10, 4).png().toBuffer())
    const { data, info } = await sharp((await read(urls[1200]!)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.width, info.height, info.channels], [1200, 6, 4])
    assert.ok(
      [shade, 200, 100, 128].every((value, i) => Math.abs(data[i]! - value) < 8),
      data.subarray(0, 4).join(),
    )
  })

  test('is turned upright, and loses its position and other metadata', async () => {
    const left = await sharp({ create: { width: 150, height: 200, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const file = await plain()
      .composite([{ input: left, gravity: 'west' }])
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'Camille' }, IFD3: { GPSLatitude: '48/1 51/1 24/1' } })
      .jpeg()
      .toBuffer()
    assert.match(file.toString('latin1'), /Camille/)
    const { largeur, hauteur, urls } = await uploaded(file)
    assert.deepEqual([largeur, hauteur], [200, 300])
    for (const width of WIDTHS) {
      const { bytes } = await read(urls[width]!)
      const metadata = await sharp(bytes).metadata()
      assert.deepEqual([metadata.exif, metadata.icc, metadata.orientation], [undefined, undefined, undefined])
      assert.equal(metadata.width, Math.min(200, width))
      assert.ok(!/Camille|Exif/.test(bytes.toString('latin1')))
      const [top] = await sharp(bytes).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer()
      assert.ok(top! > 200, 'the left side is on top')
    }
  })

  test('of an extreme shape fits into WebP', async () => {
    const { hauteur, urls } = await uploaded(await plain(2, 20_000).png().toBuffer())
    assert.equal(hauteur, 20_000)
    assert.equal((await sharp((await read(urls[160]!)).bytes).metadata()).height, 16_383)
  })

  test('that also is a page or an archive loses it', async () => {
    const page = Buffer.from('<script>alert(1)</script>PK\x03\x04')
    const { urls } = await uploaded(Buffer.concat([await jpeg(), page]))
    const { bytes, headers } = await read(urls[480]!)
    assert.ok(!bytes.includes('script') && !bytes.includes('PK\x03\x04'))
    assert.deepEqual([headers['x-content-type-options'], headers['content-type']], ['nosniff', 'image/webp'])
  })
})

describe('a bad picture is refused and nothing is stored:', () => {
  const refused: Record<string, [create: () => Buffer | Promise<Buffer>, status: number]> = {
    'of 50,000 x 50,000 pixels in 1 kB': [hugePng, 413],
    'of 16 MB': [async () => Buffer.concat([await jpeg(), Buffer.alloc(16_000_000)]), 413],
    truncated: [async () => (await plain().png({ compressionLevel: 0 }).toBuffer()).subarray(0, 50_000), 415],
    'a truncated JPEG': [async () => (await noise().jpeg().toBuffer()).subarray(0, 9_000), 415],
    'SVG with a script': [
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
        ),
      415,
    ],
    'animated GIF': [async () => (await frames()).gif().toBuffer(), 415],
    'GIF that also is JPEG': [async () => Buffer.concat([Buffer.from('GIF89a'), await jpeg()]), 415],
    TIFF: [() => plain().tiff().toBuffer(), 415],
    PDF: [() => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'), 415],
    'an empty file': [() => Buffer.alloc(0), 415],
  }
  for (const [name, [create, status]] of Object.entries(refused))
    test(name, async () => {
      const answer = await upload<Refusal>(await create())
      const code = status === 413 ? 'corps-trop-grand' : 'image-illisible'
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.body.message)
    })

  // 1.7 kB of AVIF with 50 megapixels of 12 bits, for which the decoder would need 1.3 GiB.
  test('that needs more memory than a decoder may use', async () => {
    const answer = await upload<Refusal>(readFileSync('test/support/pictures/50-megapixels.avif'))
    assert.deepEqual([answer.status, answer.body.code], [415, 'image-illisible'], answer.body.message)
  })

  test('a form without a file, with two or with another part, and a body that is no form', async () => {
    const bytes = await jpeg()
    const other = { name: 'file', bytes }
    for (const parts of [[], [other], [{ bytes }, { bytes }], [{ bytes }, other], [other, { bytes }]]) {
      const answer = await send<Refusal>(parts)
      assert.deepEqual([answer.status, answer.body.code], [400, 'requete-invalide'], answer.body.message)
    }
    assert.equal((await shop.call<Refusal>('POST', UPLOAD, { image: 'x' }, KEYS.admin)).status, 415)
    const id = createHash('sha256').update(bytes).digest('hex')
    assert.equal((await read(`/api/v1/publique/images/${id}/160`)).statusCode, 404)
  })
})

test('the same file twenty times at once is stored once, and again answers the same', async () => {
  const bytes = await jpeg()
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload(bytes)))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses.slice(0, 18), Array(18).fill(200))
  const again = await upload(bytes)
  assert.equal(again.status, 200)
  for (const { body } of answers) assert.deepEqual(body, again.body)
})

test('a version may be cached forever, is tagged, and has no other width', async () => {
  const { url, urls } = await uploaded(await jpeg())
  assert.equal(url, urls[1200])
  const { headers } = await read(url)
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  const unchanged = await read(url, { 'if-none-match': headers.etag })
  assert.deepEqual([unchanged.statusCode, unchanged.bytes.length], [304, 0])
  assert.equal((await read(urls[160]!, { 'if-none-match': headers.etag })).statusCode, 200)
  for (const width of ['161', '0', 'constructor', '1200.5', '01200'])
    assert.equal((await read(url.replace('/1200', `/${width}`))).json().code, 'image-inconnue', width)
})

test('a picture waits while two are decoded', async () => {
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const busy = ends.map(({ promise }) => decodeInTurn(() => promise))
  const waiting = upload(await jpeg())
  await eventually('the picture waits', () => decodeInTurn.countWaiting() === 1)
  for (const { resolve } of ends) resolve()
  assert.equal((await waiting).status, 201)
  await Promise.all(busy)
})

test('a picture whose decoding is interrupted answers 503, and the next one is decoded', async () => {
  const childrenOf = (pid: number) => {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return pids.split(' ').filter(Boolean).map(Number)
  }
  const isStarter = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decoder-starter')
  await uploaded(await jpeg())
  const starter = childrenOf(process.pid).find(isStarter)!
  // Its decoding takes a second.
  const interrupted = upload<Refusal>(readFileSync('test/support/pictures/50-megapixels.avif'))
  await eventually('a decoder runs', () => childrenOf(starter).length === 1)
  process.kill(starter, 'SIGKILL')
  const { status, body } = await interrupted
  assert.deepEqual([status, body.code], [503, 'service-indisponible'])
  // Bytes after the picture make a file that is not stored yet.
  assert.equal((await upload(Buffer.concat([await jpeg(), randomBytes(8)]))).status, 201)
})
