/** Colors of a drawing: the object, its lighter, darker and lit parts. */
export type Colours = { body: string; light: string; dark: string; glow: string }

type Drawing = (colours: Colours) => string

const rect = (x: number, y: number, width: number, height: number, r: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}"/>`
const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const line = (path: string, colour: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const shape = (path: string, fill: string) => `<path d="${path}" fill="${fill}"/>`
const many = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

const phone: Drawing = ({ body, light, dark, glow }) =>
  rect(66, 30, 68, 140, 12, dark) +
  rect(71, 36, 58, 128, 8, light) +
  rect(71, 36, 58, 60, 8, glow) +
  disc(100, 44, 3, dark) +
  rect(82, 108, 36, 6, 3, body) +
  rect(82, 120, 24, 6, 3, body)

const headset: Drawing = ({ body, light, dark }) =>
  line('M52 118v-14a48 48 0 0 1 96 0v14', dark, 10) +
  rect(40, 104, 26, 48, 12, body) +
  rect(134, 104, 26, 48, 12, body) +
  rect(56, 108, 12, 40, 6, light) +
  rect(132, 108, 12, 40, 6, light)

const screen: Drawing = ({ body, light, dark, glow }) =>
  shape('M88 134h24l6 26H82z', body) +
  rect(66, 156, 68, 8, 4, dark) +
  rect(26, 40, 148, 98, 8, dark) +
  rect(32, 46, 136, 86, 4, light) +
  shape('M32 110l40-34 30 26 26-20 40 32v14a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4z', glow)

/** Drawings by kind of product, each on a 200 by 200 canvas. */
export const drawings = {
  laptop: ({ body, light, dark, glow }) =>
    rect(42, 48, 116, 82, 8, dark) +
    rect(48, 54, 104, 70, 4, light) +
    shape('M48 104l34-28 26 22 18-14 26 22v14a4 4 0 0 1-4 4H52a4 4 0 0 1-4-4z', glow) +
    shape('M26 132h148l-6 14a8 8 0 0 1-7 5H39a8 8 0 0 1-7-5z', body) +
    rect(84, 132, 32, 6, 3, dark),
  desktop: ({ body, light, dark, glow }) =>
    rect(62, 46, 76, 108, 10, body) +
    rect(62, 46, 16, 108, 8, dark) +
    disc(112, 70, 8, glow) +
    many(4, i => rect(92, 96 + i * 12, 34, 5, 2.5, light)),
  screen,
  drive: ({ body, light, dark, glow }) =>
    rect(56, 44, 88, 112, 14, body) +
    rect(66, 54, 68, 70, 8, light) +
    line('M80 76h40M80 90h26', dark, 5) +
    disc(124, 142, 4, glow) +
    rect(90, 156, 20, 8, 2, dark),
  stick: ({ body, light, dark, glow }) =>
    rect(86, 36, 28, 34, 3, light) +
    rect(92, 44, 6, 10, 1, dark) +
    rect(103, 44, 6, 10, 1, dark) +
    rect(76, 66, 48, 98, 12, body) +
    disc(100, 144, 7, glow) +
    line('M90 88h20M90 100h20', dark, 4),
  card: ({ body, light, dark, glow }) =>
    shape('M62 40h56l22 22v90a8 8 0 0 1-8 8H62a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8z', body) +
    many(5, i => rect(64 + i * 12, 48, 7, 20, 2, glow)) +
    rect(66, 92, 62, 44, 6, light) +
    line('M78 108h38M78 120h22', dark, 4),
  router: ({ body, light, dark, glow }) =>
    line('M60 110V52M100 110V44M140 110V52', dark, 8) +
    rect(36, 106, 128, 42, 14, body) +
    many(4, i => disc(62 + i * 18, 127, 4, i === 0 ? glow : light)) +
    rect(54, 148, 16, 8, 3, dark) +
    rect(130, 148, 16, 8, 3, dark),
  switch: ({ body, light, dark, glow }) =>
    rect(26, 76, 148, 52, 8, body) +
    many(
      8,
      i => rect(36 + i * 16.5, 96, 12, 14, 2, dark) + disc(42 + i * 16.5, 88, 2.5, i % 3 ? light : glow),
    ),
  printer: ({ body, light, dark, glow }) =>
    rect(62, 36, 76, 46, 4, light) +
    rect(40, 76, 120, 62, 12, body) +
    rect(58, 112, 84, 14, 4, dark) +
    rect(64, 120, 72, 44, 4, light) +
    line('M76 136h48M76 148h30', dark, 4) +
    disc(144, 92, 5, glow),
  tablet: ({ body, light, dark, glow }) =>
    rect(48, 34, 104, 132, 10, dark) +
    rect(55, 42, 90, 116, 4, light) +
    rect(55, 42, 90, 52, 4, glow) +
    rect(66, 106, 68, 7, 3, body) +
    rect(66, 120, 44, 7, 3, body),
  phone,
  buttons: ({ body, light, dark, glow }) =>
    rect(70, 30, 60, 140, 14, body) +
    rect(78, 42, 44, 44, 4, glow) +
    many(12, i => rect(79 + (i % 3) * 15.5, 98 + Math.floor(i / 3) * 15, 11, 9, 3, i === 1 ? dark : light)),
  handset: ({ body, light, dark, glow }) =>
    rect(54, 128, 92, 36, 12, dark) +
    rect(76, 28, 48, 116, 14, body) +
    rect(84, 44, 32, 26, 4, glow) +
    many(9, i => rect(84 + (i % 3) * 12, 82 + Math.floor(i / 3) * 13, 8, 8, 2, light)) +
    disc(132, 148, 4, glow),
  watch: ({ body, light, dark, glow }) =>
    rect(80, 26, 40, 46, 8, body) +
    rect(80, 128, 40, 46, 8, body) +
    disc(100, 100, 44, dark) +
    disc(100, 100, 35, light) +
    line('M100 76v24l16 10', glow, 6) +
    rect(143, 93, 8, 14, 3, dark),
  band: ({ body, light, dark, glow }) =>
    line('M64 100a36 56 0 0 1 72 0 36 56 0 0 1-72 0z', body, 18) +
    rect(76, 30, 48, 30, 12, dark) +
    rect(82, 36, 36, 18, 7, light) +
    line('M87 46h6l4-6 5 11 4-5h7', glow, 3),
  keyboard: ({ body, light, dark, glow }) =>
    rect(22, 66, 156, 70, 10, body) +
    many(27, i => rect(32 + (i % 9) * 15.4, 76 + Math.floor(i / 9) * 14, 12, 10, 2, i === 8 ? glow : light)) +
    rect(62, 118, 76, 10, 3, light) +
    rect(32, 118, 26, 10, 3, dark) +
    rect(142, 118, 26, 10, 3, dark),
  mouse: ({ body, light, dark, glow }) =>
    rect(66, 44, 68, 116, 34, body) +
    shape('M100 44a34 34 0 0 1 34 34v22H66V78a34 34 0 0 1 34-34z', light) +
    line('M100 46v54M66 100h68', dark, 3) +
    rect(94, 62, 12, 24, 6, glow),
  mat: ({ body, light, dark, glow }) =>
    rect(24, 58, 152, 88, 10, dark) +
    rect(29, 63, 142, 78, 7, body) +
    shape('M29 112c30-26 52 10 82-10s40-14 60-2v34a7 7 0 0 1-7 7H36a7 7 0 0 1-7-7z', light) +
    disc(142, 86, 9, glow),
  headset,
  gaming: (colours: Colours) =>
    headset(colours) +
    line('M52 148c0 22 20 26 40 26', colours.dark, 5) +
    rect(88, 167, 24, 13, 6, colours.glow),
  buds: ({ body, light, dark, glow }) =>
    rect(48, 84, 104, 76, 26, body) +
    line('M48 112h104', dark, 3) +
    disc(100, 128, 4, glow) +
    disc(78, 64, 15, light) +
    rect(70, 64, 11, 34, 5.5, light) +
    disc(122, 64, 15, light) +
    rect(119, 64, 11, 34, 5.5, light) +
    disc(74, 64, 5, dark) +
    disc(126, 64, 5, dark),
  speaker: ({ body, light, dark, glow }) =>
    rect(60, 36, 80, 130, 26, body) +
    disc(100, 116, 28, dark) +
    disc(100, 116, 17, light) +
    disc(100, 116, 6, dark) +
    disc(100, 64, 13, dark) +
    disc(100, 64, 5, glow),
  charger: ({ body, light, dark, glow }) =>
    rect(82, 28, 8, 26, 3, dark) +
    rect(110, 28, 8, 26, 3, dark) +
    rect(58, 50, 84, 112, 16, body) +
    rect(72, 84, 56, 16, 8, dark) +
    rect(72, 108, 56, 16, 8, dark) +
    rect(72, 132, 56, 16, 4, light) +
    disc(100, 68, 4, glow),
  cable: ({ body, light, dark, glow }) =>
    line('M60 70v40a36 36 0 0 0 72 0 28 28 0 0 0-56 0 20 20 0 0 0 40 0V96', body, 9) +
    rect(47, 44, 26, 34, 7, dark) +
    rect(53, 30, 14, 16, 3, light) +
    rect(107, 66, 18, 34, 6, dark) +
    rect(110, 52, 12, 16, 3, glow),
  battery: ({ body, light, dark, glow }) =>
    rect(58, 32, 84, 136, 18, body) +
    rect(72, 48, 56, 84, 10, light) +
    shape('M104 58l-22 34h16l-4 28 24-36h-16z', glow) +
    many(4, i => disc(82 + i * 12, 150, 3.5, i < 3 ? glow : dark)),
  pad: ({ body, light, dark, glow }) =>
    rect(22, 126, 156, 20, 10, dark) +
    rect(34, 54, 44, 76, 9, body) +
    rect(40, 61, 32, 62, 4, light) +
    disc(108, 104, 24, body) +
    disc(108, 104, 16, light) +
    rect(142, 112, 28, 16, 8, body) +
    line('M56 82v18M108 96v16', glow, 5),
  dock: ({ body, light, dark, glow }) =>
    rect(28, 82, 144, 52, 14, body) +
    rect(42, 100, 22, 14, 3, dark) +
    rect(72, 100, 22, 14, 3, dark) +
    rect(104, 103, 16, 8, 4, dark) +
    disc(136, 107, 6, light) +
    disc(156, 107, 4, glow) +
    rect(46, 134, 18, 6, 3, dark) +
    rect(136, 134, 18, 6, 3, dark),
  backpack: ({ body, light, dark, glow }) =>
    line('M82 48c0-24 36-24 36 0', dark, 8) +
    shape('M54 84c0-26 20-42 46-42s46 16 46 42v66a14 14 0 0 1-14 14H68a14 14 0 0 1-14-14z', body) +
    rect(70, 108, 60, 42, 8, light) +
    line('M78 120h44', dark, 4) +
    rect(84, 66, 32, 10, 5, dark) +
    disc(122, 120, 5, glow),
  sleeve: ({ body, light, dark, glow }) =>
    rect(34, 52, 132, 100, 8, body) +
    shape('M34 60a8 8 0 0 1 8-8h116a8 8 0 0 1 8 8v14l-66 34-66-34z', light) +
    disc(100, 102, 7, glow) +
    line('M42 144h116', dark, 2),
  case: ({ body, light, dark, glow }) =>
    rect(62, 28, 76, 144, 18, body) +
    rect(70, 36, 60, 128, 12, light) +
    rect(76, 42, 28, 34, 8, dark) +
    disc(84, 52, 4.5, glow) +
    disc(96, 66, 4.5, glow),
  glass: ({ light, dark, glow }) =>
    `<g opacity=".55">${rect(76, 26, 68, 136, 12, dark)}</g>` +
    rect(56, 38, 68, 136, 12, light) +
    line('M68 96l36-40M68 122l44-48', glow, 5),
  console: ({ body, light, dark, glow }) =>
    rect(32, 72, 136, 60, 14, body) +
    rect(32, 96, 136, 12, 0, dark) +
    disc(148, 120, 4, glow) +
    rect(48, 114, 44, 5, 2.5, light) +
    rect(44, 132, 22, 8, 3, dark) +
    rect(134, 132, 22, 8, 3, dark),
  handheld: ({ body, light, dark, glow }) =>
    rect(18, 62, 164, 80, 26, body) +
    rect(56, 70, 88, 64, 5, dark) +
    shape('M60 118l24-22 18 15 16-11 22 18v8a4 4 0 0 1-4 4H64a4 4 0 0 1-4-4z', glow) +
    disc(37, 88, 9, dark) +
    line('M37 110v16M29 118h16', light, 5) +
    disc(163, 86, 5, light) +
    disc(163, 104, 5, glow) +
    disc(163, 122, 5, light),
  gamepad: ({ body, light, dark, glow }) =>
    shape(
      'M62 66h76c26 0 42 40 42 66 0 20-22 24-34 6l-8-12H62l-8 12c-12 18-34 14-34-6 0-26 16-66 42-66z',
      body,
    ) +
    line('M62 84v24M50 96h24', light, 7) +
    disc(138, 86, 6, glow) +
    disc(150, 97, 6, light) +
    disc(126, 97, 6, light) +
    disc(138, 108, 6, light) +
    disc(84, 116, 9, dark) +
    disc(116, 116, 9, dark),
  wheel: ({ body, light, dark, glow }) =>
    `<circle cx="100" cy="100" r="56" fill="none" stroke="${dark}" stroke-width="16"/>` +
    line('M46 100h34M120 100h34M100 122v30', body, 12) +
    disc(100, 100, 25, body) +
    disc(100, 100, 11, light) +
    disc(100, 44, 5, glow),
  chair: ({ body, light, dark, glow }) =>
    shape('M70 32c0-8 60-8 60 0l6 74H64z', body) +
    rect(84, 40, 32, 18, 8, light) +
    line('M90 68l-4 34M110 68l4 34', glow, 4) +
    rect(54, 104, 92, 22, 10, dark) +
    line('M100 126v24M64 168l36-18 36 18', dark, 7) +
    rect(44, 92, 12, 26, 6, body) +
    rect(144, 92, 12, 26, 6, body),
  board: ({ body, light, dark, glow }) =>
    rect(30, 46, 140, 112, 12, dark) +
    many(24, i =>
      rect(
        40 + (i % 6) * 20.5,
        56 + Math.floor(i / 6) * 23.5,
        17,
        20,
        3,
        (i + Math.floor(i / 6)) % 2 ? light : body,
      ),
    ) +
    disc(69, 88, 8, glow) +
    disc(131, 112, 8, glow),
  goggles: ({ body, light, dark, glow }) =>
    line('M40 96c0-56 120-56 120 0', dark, 9) +
    rect(28, 80, 144, 64, 26, body) +
    rect(40, 90, 120, 42, 18, dark) +
    shape('M86 144h28l-6-14h-16z', light) +
    line('M54 104c10-8 20-8 28-4', glow, 5),
  adapter: ({ body, light, dark, glow }) =>
    rect(56, 28, 22, 30, 4, light) +
    line('M67 58v18c0 20 33 12 33 34', dark, 9) +
    rect(66, 108, 68, 46, 8, body) +
    many(5, i => disc(80 + i * 10, 124, 2.5, dark)) +
    many(5, i => disc(80 + i * 10, 136, 2.5, i ? dark : glow)) +
    rect(54, 122, 12, 18, 4, dark) +
    rect(134, 122, 12, 18, 4, dark),
} satisfies Record<string, Drawing>

export type Kind = keyof typeof drawings
