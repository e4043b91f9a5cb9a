import { Alert, Button, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

/** If a page fails, for example because the console was rebuilt and its files are missing, offers to reload it. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }
  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    return this.state.error === undefined ? this.props.children : <Broken error={this.state.error} />
  }
}

function Broken({ error }: { error: unknown }) {
  const texts = useTexts(partTexts)
  return (
    <Alert color="red" role="alert" title={texts.pageBroken}>
      <Text size="sm" mb="sm" component="details">
        <summary>{texts.detail}</summary>
        <span lang="en">{error instanceof Error ? error.message : ''}</span>
      </Text>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        {texts.reload}
      </Button>
    </Alert>
  )
}
