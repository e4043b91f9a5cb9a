import { Alert, Button, Stack, Text } from '@mantine/core'
import { ComptoirError, isUnavailable } from '../api/client.ts'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

/** An error, with the server's message unless access is denied or the server is unavailable. */
export function ErrorAlert({ error, again }: { error: unknown; again?: () => unknown }) {
  const texts = useTexts(partTexts)
  const message =
    error instanceof ComptoirError && error.status === 403
      ? texts.refused
      : isUnavailable(error)
        ? texts.away
        : error instanceof Error
          ? error.message
          : texts.unknownFault
  return (
    <Alert color={isUnavailable(error) ? 'yellow' : 'red'} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {again && (
          <Button size="xs" variant="default" onClick={() => again()}>
            {texts.again}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
