/** The time of the server's clock, from the first event of its stream. */
export async function timeOf(base: string): Promise<Date> {
  const response = await fetch(`${base}/api/clock/update-sse`)
  if (!response.body) throw new Error(`${base} gave no stream of its clock`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const { value = '' } = await reader.read()
  await reader.cancel()
  return new Date(JSON.parse(value.slice('data: '.length)).time)
}
