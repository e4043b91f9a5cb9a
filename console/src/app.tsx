import { createTheme, defaultVariantColorsResolver, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { Router } from 'wouter'
import { queryClient } from './api/queries.ts'
import { LanguageProvider } from './language/language.tsx'
import { guardNavigation } from './parts/leave-warning.ts'
import { Notices } from './parts/notices.tsx'
import { Session } from './shell/session.tsx'
import { Shell } from './shell/shell.tsx'

const theme = createTheme({
  primaryColor: 'teal',
  // White text on a lighter teal has a contrast below 4.5 to 1.
  primaryShade: 9,
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The library's text color on a tint has a contrast below 4.5 to 1.
  variantColorResolver: input => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'light' && { color: 'var(--mantine-color-text)' }),
  }),
  components: {
    // The header of a dialog is a `header` element: without a role it would be the banner landmark of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
})

/** The page's content security policy only allows style elements with this nonce. */
const styleNonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? ''
// A dialog locks scrolling with a style element of another library, which reads the nonce from here.
setNonce(styleNonce)

export const App = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
    <LanguageProvider>
      <QueryClientProvider client={queryClient}>
        <Notices />
        <Router base="/console" aroundNav={guardNavigation}>
          <Session>
            <Shell />
          </Session>
        </Router>
      </QueryClientProvider>
    </LanguageProvider>
  </MantineProvider>
)
