import type { Html } from '../platform/pages/html.ts'

/** A file of a web app, uncompressed and in both compressions. */
export type BuiltFile = { name: string; type: string; plain: Buffer; brotli: Buffer; gzip: Buffer }
/** `script` and `style` are loaded with the page; the script loads the other files on demand. */
export type Build = { script: string; style: string; files: BuiltFile[] }

/** A small file next to the page, with a fixed address. */
export type PlainFile = { name: string; type: string; text: string }

/** A web app that this server bundles from its sources and serves under one address. */
export type WebApp = {
  /** The folder of its sources. The bundlers start from `src/main.tsx` and `src/styles.css` in it. */
  folder: string
  /** Its name in page titles. */
  title: string
  /** The prefix of its addresses. */
  base: string
  /** The rendering library. */
  jsx: 'react' | 'preact'
  /** Renders its only page. `styleNonce` allows a library to create a style element. */
  page(built: Build, styleNonce: string): Html
  /** The directives of its Content-Security-Policy. */
  policy(styleNonce: string): string[]
  /** Files next to the page, with fixed names. */
  staticFiles?: { names: readonly string[]; make(built: Build): PlainFile[] }
}

/** The platform's icon: a counter under its awning. */
export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b7285"/><path d="M6 8h20l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z" fill="#fff"/><path d="M8 20h16v5H8z" fill="#c3fae8"/></svg>'

export const ICON = `data:image/svg+xml,${encodeURIComponent(ICON_SVG)}`
