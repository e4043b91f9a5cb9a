import { Button, Group, NumberInput, UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ComptoirError } from '../api/client.ts'
import { useLanguage, useTexts } from '../language/language.tsx'
import { useLeaveWarning } from './leave-warning.ts'
import { partTexts } from './texts.ts'

/** A stored number with the version of its record, from `updatedAt`; without a version if there is no record yet. */
export type Versioned = { value: number | undefined; version?: string | undefined }

type Props = {
  label: string
  children: ReactNode
  stored: Versioned
  /** Reads the number again, after another user has changed it. */
  read: () => Promise<Versioned>
  save: (value: number, version: string | undefined) => Promise<unknown>
  format: (value: number) => string
  decimals?: number
  suffix?: string
  max: number
  /** The error of an empty input. */
  missing?: string
}

/**
 * A number in a list that is edited in place: Enter saves, Escape restores it. A change by another user is shown beside
 * the input, which then replaces the new number if it is saved again.
 */
export function InlineNumber({ children, ...props }: Props) {
  const { label } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isEditing, setEditing] = useState(false)
  const wasEditing = useRef(false)
  // The input, which had the focus, is gone.
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <Input {...props} onEnd={() => setEditing(false)} />
  return (
    <UnstyledButton
      ref={button}
      className="inline-number"
      fz="inherit"
      aria-label={label}
      onClick={() => setEditing(true)}
    >
      {children}
    </UnstyledButton>
  )
}

function Input({
  label,
  stored,
  read,
  save,
  format,
  decimals = 0,
  suffix,
  max,
  missing,
  onEnd,
}: Omit<Props, 'children'> & { onEnd: () => void }) {
  const words = useTexts(partTexts)
  const { language } = useLanguage()
  const [base, setBase] = useState(stored)
  const [typed, setTyped] = useState<number | string>(stored.value ?? '')
  const [fault, setFault] = useState<string>()
  const saving = useMutation({
    mutationFn: (value: number) => save(value, base.version),
    onSuccess: onEnd,
    onError: async error => {
      if (!(error instanceof ComptoirError && error.status === 412)) return setFault(error.message)
      const now = await read()
      setBase(now)
      setFault(now.value === undefined ? words.changedMeanwhile : words.changedTo(format(now.value)))
    },
  })
  // The input reports a number that ends in a decimal zero as its text.
  const value = typeof typed === 'number' ? typed : Number.parseFloat(typed.replace(',', '.'))
  const isChanged = (Number.isNaN(value) ? typed : value) !== (base.value ?? '')
  useLeaveWarning(isChanged)
  function submit() {
    if (saving.isPending) return
    if (Number.isNaN(value)) setFault((typed === '' && missing) || words.numberNeeded)
    else if (isChanged) saving.mutate(value)
    else onEnd()
  }
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" align="flex-start">
      <NumberInput
        aria-label={label}
        size="xs"
        w={110}
        autoFocus
        hideControls
        value={typed}
        onChange={value => {
          setTyped(value)
          setFault(undefined)
        }}
        onFocus={({ currentTarget }) => {
          // The library moves the caret after this event.
          setTimeout(() => currentTarget.select())
        }}
        onBlur={() => !isChanged && !saving.isPending && onEnd()}
        onKeyDown={event => {
          if (event.key === 'Enter') submit()
          if (event.key === 'Escape') onEnd()
        }}
        allowNegative={false}
        max={max}
        decimalScale={decimals}
        allowDecimal={decimals > 0}
        decimalSeparator={language === 'fr' ? ',' : '.'}
        {...(suffix === undefined ? {} : { suffix })}
        error={fault}
        styles={{ error: { whiteSpace: 'normal' } }}
      />
      {isChanged && (
        <Button
          size="xs"
          px={8}
          loading={saving.isPending}
          aria-label={words.save}
          title={words.save}
          onClick={submit}
        >
          ✓
        </Button>
      )}
    </Group>
  )
}
