import { Alert, Button, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { isUnavailable } from '../api/client.ts'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

const ErrorSentence = lazy(() => import('./error-sentence.tsx'))

/** An error in the user's language, with the right that a refused call needs. */
export function ErrorAlert({ error, again }: { error: unknown; again?: () => unknown }) {
  const texts = useTexts(partTexts)
  const short = <Text size="sm">{isUnavailable(error) ? texts.away : texts.unknownFault}</Text>
  return (
    <Alert color={isUnavailable(error) ? 'yellow' : 'red'} role="alert">
      <Stack gap="xs" align="flex-start">
        {error instanceof Error && !isUnavailable(error) ? (
          <Suspense fallback={short}>
            <ErrorSentence error={error} />
          </Suspense>
        ) : (
          short
        )}
        {again && (
          <Button size="xs" variant="default" onClick={() => again()}>
            {texts.again}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
