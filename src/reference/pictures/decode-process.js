// Plain JavaScript, because `--jitless` has no WebAssembly, which Node.js needs to strip types.
import sharp from 'sharp'

/** WebP has no larger pictures. */
const MAX_HEIGHT = 16_383
const MAX_PIXELS = 50_000_000

const fit = width => ({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })

/** Returns a `DecoderReport`. The file is decoded once, and all versions are made from the largest. */
async function decode(path) {
  const options = { failOn: 'error', autoOrient: true }
  const { autoOrient } = await sharp(path, { ...options, limitInputPixels: false }).metadata()
  const { width: largeur, height: hauteur } = autoOrient
  if (largeur * hauteur > MAX_PIXELS) return 'too many pixels'
  const { data, info } = await sharp(path, { ...options, limitInputPixels: MAX_PIXELS })
    .resize(fit(1200))
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Without `premultiplied`, which is true in `info` although the colours are not multiplied.
  const { width, height, channels } = info
  const write = most => sharp(data, { raw: { width, height, channels } }).resize(fit(most)).webp().toBuffer()
  return {
    ...{ largeur, hauteur },
    ...{ contenu160: await write(160), contenu480: await write(480), contenu1200: await write(1200) },
  }
}

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map(each => `VipsForeignLoad${each}File`) })
sharp.concurrency(1)
sharp.cache(false)
process.once('disconnect', () => process.exit())

const report = await decode(process.argv[2]).catch(() => 'unreadable')
process.send(report, () => process.disconnect())
