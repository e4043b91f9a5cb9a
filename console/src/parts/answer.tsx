import { Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { partTexts } from './texts.ts'

/**
 * The result of a query: a placeholder until it arrives, or the error. A failed refetch shows its error above the
 * previous result.
 */
export function Answer<Data>({
  of,
  children,
}: {
  of: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  const texts = useTexts(partTexts)
  if (of.error && of.data === undefined) return <ErrorAlert error={of.error} again={of.refetch} />
  if (of.data === undefined)
    return (
      <Stack gap="xs" aria-busy aria-label={texts.loading} role="status">
        <Skeleton h={28} />
        <Skeleton h={28} />
        <Skeleton h={28} w="60%" />
      </Stack>
    )
  return (
    <>
      {of.error && <ErrorAlert error={of.error} again={of.refetch} />}
      {children(of.data)}
    </>
  )
}
