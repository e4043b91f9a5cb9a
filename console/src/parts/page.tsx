import { Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useShopName } from './shop-name.ts'

/** A page with its main actions and its content. Its title is also that of the document. */
export function Page({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  const shopName = useShopName()
  useEffect(() => {
    document.title = `${title} · ${shopName}`
  }, [title, shopName])
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={1} size="h2">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
