import { Alert } from '@mantine/core'
import { ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { accountTexts } from './texts.ts'

/** The error of a call with a password or a code. A 401 is reported as a wrong one, not as an ended session. */
export function PasswordError({ error, says }: { error: unknown; says?: string }) {
  const texts = useTexts(accountTexts)
  if (error instanceof ComptoirError && error.status === 401)
    return (
      <Alert color="red" role="alert">
        {says ?? texts.wrong}
      </Alert>
    )
  return <ErrorAlert error={error} />
}
