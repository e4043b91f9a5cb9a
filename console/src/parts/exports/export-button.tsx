import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { defineTexts, useTexts } from '../../language/language.tsx'
import { downloadFile } from '../download.ts'
import { useNotify } from '../notify.ts'
import { type ExportSource, readAll } from './read-all.ts'

const exportTexts = defineTexts({
  fr: {
    export: 'Exporter',
    progress: (done: string, total: string) => `Export : ${done} sur ${total}`,
    stop: 'Arrêter l’export',
    done: (count: string) => `${count} lignes exportées`,
    cut: (count: string) =>
      `Les ${count} premières lignes sont exportées. Filtrez la liste pour avoir la suite.`,
    failed: 'L’export s’est arrêté : le serveur n’a pas répondu. Recommencez.',
  },
  en: {
    export: 'Export',
    progress: (done: string, total: string) => `Export: ${done} of ${total}`,
    stop: 'Stop the export',
    done: (count: string) => `${count} lines exported`,
    cut: (count: string) => `The first ${count} lines are exported. Filter the list to get the others.`,
    failed: 'The export has stopped: the server did not answer. Try again.',
  },
})

/** Saves a list, as it is filtered, as a CSV file. Leaving the page stops the export. */
export function ExportButton<Row>({
  source,
  label,
  size = 'sm',
}: {
  source: ExportSource<Row>
  label?: string
  size?: 'xs' | 'sm'
}) {
  const words = useTexts(exportTexts)
  const { count } = useFormats()
  const { done, warn } = useNotify()
  const [running, setRunning] = useState<AbortController>()
  const [progress, setProgress] = useState<readonly [number, number]>([0, 0])
  useEffect(() => () => running?.abort(), [running])

  async function save() {
    const caller = new AbortController()
    setProgress([0, 0])
    setRunning(caller)
    try {
      const result = await readAll(source, caller.signal, (...now) => setProgress(now))
      if (!result) return
      downloadFile(result.file, `${source.name}-${new Date().toLocaleDateString('sv')}.csv`)
      if (result.isCut) warn(words.cut(count(result.count)))
      else done(words.done(count(result.count)))
    } catch {
      if (!caller.signal.aborted) warn(words.failed)
    } finally {
      setRunning(now => (now === caller ? undefined : now))
    }
  }

  if (!running)
    return (
      <Button variant="default" size={size} onClick={() => void save()}>
        {label ?? words.export}
      </Button>
    )
  return (
    <Group gap="xs">
      <Text size="sm" role="status">
        {words.progress(count(progress[0]), count(progress[1]))}
      </Text>
      <Button
        variant="default"
        size={size}
        onClick={() => {
          running.abort()
          setRunning(undefined)
        }}
      >
        {words.stop}
      </Button>
    </Group>
  )
}
