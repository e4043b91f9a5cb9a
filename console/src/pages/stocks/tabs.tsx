import { Button, Group } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { useMayInAllStores } from '../../shell/session.tsx'
import { stockTexts } from '../../stock/texts.ts'

const VIEWS = [
  ['/', 'shelves'],
  ['/reservations', 'reservations'],
  ['/imports', 'imports'],
] as const

/** The views of the stocks as links, each with its own address. */
export function Tabs() {
  const words = useTexts(stockTexts)
  const mayInAllStores = useMayInAllStores()
  const [location] = useLocation()
  const views = VIEWS.filter(([, name]) => name !== 'imports' || mayInAllStores('warehouse'))
  return (
    <Group component="nav" gap="xs" aria-label={words.tabs}>
      {views.map(([href, name]) => (
        <Button
          key={href}
          component={Link}
          href={href}
          size="xs"
          variant={location === href ? 'filled' : 'default'}
          aria-current={location === href ? 'page' : undefined}
        >
          {words[name]}
        </Button>
      ))}
    </Group>
  )
}
