/** The sign of the platform, drawn small: a counter under its awning. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b7285"/><path d="M6 8h20l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z" fill="#fff"/><path d="M8 20h16v5H8z" fill="#c3fae8"/></svg>'

export const ICON_SVG = SVG
export const ICON = `data:image/svg+xml,${encodeURIComponent(SVG)}`
