import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { useStores } from '../parts/stores.ts'
import { CountStock, type Stock } from './count.tsx'
import { Movements } from './movements.tsx'
import { stockTexts } from './texts.ts'
import { TransferStock } from './transfer.tsx'

const ACTIONS = ['count', 'transfer', 'movements'] as const

/** Buttons that count a stock, move units of it to another store, and show its movements. */
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
      <Group gap={4} justify="flex-end">
        {possible.map(action => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            onClick={() => setOpen(action)}
            aria-label={titles[action]}
          >
            {words[action]}
          </Button>
        ))}
      </Group>
      {open === 'count' && <CountStock stock={stock} title={titles.count} onClose={close} />}
      {open === 'transfer' && <TransferStock stock={stock} title={titles.transfer} onClose={close} />}
      {open === 'movements' && <Movements stock={stock} title={titles.movements} onClose={close} />}
    </>
  )
}
