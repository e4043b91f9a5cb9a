import { Alert, Button, FileInput, Group, Paper, Progress, Radio, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { downloadFile } from '../download.ts'
import { ErrorAlert } from '../error-alert.tsx'
import { BYTE_ORDER_MARK, writeLine } from '../exports/csv.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { leaveWithoutWarning, useLeaveWarning } from '../leave-warning.ts'
import type { ImportSource } from './source.ts'
import { importTexts } from './texts.ts'
import { upload } from './upload.ts'

/** Uploads a file for a dry run, whose result the user sees before any data is stored. */
export function SendForm({ source, base }: { source: ImportSource; base: string }) {
  const words = useTexts(importTexts)
  const { percent } = useFormats()
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const [nature, setNature] = useState(source.kinds[0]?.nature ?? '')
  const [mode, setMode] = useState('create')
  const [file, setFile] = useState<File | null>(null)
  const [isLacking, setLacking] = useState(false)
  const [share, setShare] = useState(0)
  const kind = source.kinds.find(one => one.nature === nature)
  const send = useMutation({
    mutationFn: ({ path, chosen }: { path: string; chosen: File }) => {
      setShare(0)
      return upload(path, chosen, setShare)
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['imports', source.name] })
      leaveWithoutWarning(() => navigate(`${base}/${id}`))
    },
  })
  useLeaveWarning(send.isPending)

  function check() {
    setLacking(file === null)
    if (!file || !kind) return
    const query = new URLSearchParams({ background: 'true', dryRun: 'true' })
    if (kind.hasModes) query.set('mode', mode)
    send.mutate({ path: `${kind.path}?${query}`, chosen: file })
  }

  return (
    <Paper
      component="form"
      withBorder
      p="md"
      onSubmit={event => {
        event.preventDefault()
        check()
      }}
    >
      <Stack gap="sm">
        {source.kinds.length > 1 && (
          <Select
            label={words.what}
            allowDeselect={false}
            value={nature}
            onChange={value => setNature(value ?? '')}
            data={source.kinds.map(({ nature, label }) => ({ value: nature, label }))}
          />
        )}
        <FileInput
          label={words.choose}
          description={words.chooseHint}
          placeholder={words.placeholder}
          accept=".csv,.json,text/csv,application/json"
          clearable
          clearButtonProps={{ 'aria-label': words.clear }}
          value={file}
          onChange={setFile}
          error={isLacking && !file ? words.needFile : undefined}
        />
        {kind && (
          <>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {words.columns(kind.headers.join(', '))} {words.required(kind.required.join(', '))}
            </Text>
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                onClick={() =>
                  downloadFile(
                    new Blob([BYTE_ORDER_MARK, writeLine(kind.headers)], { type: 'text/csv' }),
                    `modele-${kind.nature}.csv`,
                  )
                }
              >
                {words.template}
              </Button>
              {kind.existing && (
                <ExportButton key={kind.nature} source={kind.existing} label={words.existingFile} size="xs" />
              )}
            </Group>
          </>
        )}
        {kind?.hasModes && (
          <Radio.Group label={words.existing} value={mode} onChange={setMode}>
            <Stack gap={6} mt={6}>
              <Radio value="create" label={words.create} />
              <Radio value="upsert" label={words.upsert} />
            </Stack>
          </Radio.Group>
        )}
        {send.isPending && (
          <Alert color="blue" role="status">
            <Stack gap="xs">
              <Text size="sm">{share < 1 ? words.sending(percent(share)) : words.sent}</Text>
              <Progress value={share * 100} aria-label={words.choose} />
            </Stack>
          </Alert>
        )}
        {send.error && <ErrorAlert error={send.error} />}
        <Button type="submit" loading={send.isPending} style={{ alignSelf: 'start' }}>
          {words.check}
        </Button>
        <Text size="sm" c="dimmed">
          {words.checkHint}
        </Text>
      </Stack>
    </Paper>
  )
}
