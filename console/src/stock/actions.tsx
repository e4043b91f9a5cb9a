import { ActionIcon, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { IconArrows, IconHistory } from '../parts/icons.tsx'
import { useStores } from '../parts/stores.ts'
import { CountStock, type Stock } from './count.tsx'
import { Movements } from './movements.tsx'
import { stockTexts } from './texts.ts'
import { TransferStock } from './transfer.tsx'

const ACTIONS = ['count', 'transfer', 'movements'] as const
const ICONS = { transfer: IconArrows, movements: IconHistory }

/** Counts a stock, moves units of it to another store, and shows its movements: a button, and icons with tooltips. */
export function StockActions({ stock, product }: { stock: Stock; product: string }) {
  const words = useTexts(stockTexts)
  const { nameOf, ids } = useStores()
  const [open, setOpen] = useState<(typeof ACTIONS)[number]>()
  const store = nameOf(stock.storeId)
  const titles = {
    count: words.countOf(product, store),
    transfer: words.transferOf(product, store),
    movements: words.movementsOf(product, store),
  }
  const close = () => setOpen(undefined)
  const possible = ACTIONS.filter(action => action !== 'transfer' || ids.some(id => id !== stock.storeId))
  return (
    <>
      <Group gap={4} justify="flex-end" wrap="nowrap">
        {possible.map(action => {
          const props = { onClick: () => setOpen(action), 'aria-label': titles[action], variant: 'default' }
          if (action === 'count')
            return (
              <Button key={action} size="compact-sm" {...props}>
                {words.count}
              </Button>
            )
          const Icon = ICONS[action]
          return (
            <ActionIcon key={action} size={26} title={words[action]} {...props}>
              <Icon size={16} />
            </ActionIcon>
          )
        })}
      </Group>
      {open === 'count' && <CountStock stock={stock} title={titles.count} onClose={close} />}
      {open === 'transfer' && <TransferStock stock={stock} title={titles.transfer} onClose={close} />}
      {open === 'movements' && <Movements stock={stock} title={titles.movements} onClose={close} />}
    </>
  )
}
