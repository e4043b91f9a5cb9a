import type { Html } from '../platform/pages/html.ts'

/** A file of a web app as it is sent: as it is, and compressed once. */
export type BuiltFile = { name: string; type: string; plain: Buffer; brotli: Buffer; gzip: Buffer }
/** `script` and `style` are what the page loads first; the script asks for the other files as they are needed. */
export type Built = { script: string; style: string; files: BuiltFile[] }

/** A small file beside the page, whose address stays the same whatever is in it. */
export type PlainFile = { name: string; type: string; text: string }

/** Pages that this server bundles from their sources and serves under one address. */
export type WebApp = {
  /** The bundlers begin with its `src/main.tsx` and `src/styles.css`. */
  folder: string
  /** Its name on pages. */
  title: string
  /** Its addresses begin with it. */
  base: string
  /** The library that draws. */
  jsx: 'react' | 'preact'
  /** Its one page. `styleNonce` lets a library write a style element of its own. */
  page(built: Built, styleNonce: string): Html
  /** The lines of its Content-Security-Policy. */
  policy(styleNonce: string): string[]
  /** Files beside the page, with fixed names. */
  beside?: { names: readonly string[]; make(built: Built): PlainFile[] }
}

/** The sign of the platform, drawn small: a counter under its awning. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b7285"/><path d="M6 8h20l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z" fill="#fff"/><path d="M8 20h16v5H8z" fill="#c3fae8"/></svg>'

export const ICON_SVG = SVG
export const ICON = `data:image/svg+xml,${encodeURIComponent(SVG)}`
