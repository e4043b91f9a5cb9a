import { Anchor, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A figure with its label, additional details, and a link to the list behind it. */
export function Tile({
  label,
  value,
  href,
  children,
}: {
  label: string
  value: string | undefined
  href?: string | undefined
  children?: ReactNode
}) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={32} my={4} w="60%" />
      ) : (
        <Text size="1.6rem" fw={700} lh={1.5} className="number" ta="start">
          {href === undefined ? (
            value
          ) : (
            <Anchor component={Link} href={href} inherit aria-label={`${label} : ${value}`}>
              {value}
            </Anchor>
          )}
        </Text>
      )}
      {children && (
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      )}
    </Paper>
  )
}

/** `isSmall`: short figures, shown two per row on a phone. */
export const Tiles = ({ isSmall = false, children }: { isSmall?: boolean; children: ReactNode }) => (
  <SimpleGrid cols={{ base: isSmall ? 2 : 1, xs: 2, md: 4 }} spacing="sm">
    {children}
  </SimpleGrid>
)
