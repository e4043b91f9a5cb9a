/** Saves a file that the page holds, as if a link to it were followed. */
export function downloadFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has opened the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
