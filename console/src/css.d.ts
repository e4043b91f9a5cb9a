/** Styles are bundled; nothing of them is named. */
declare module '*.css'
