import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { PAGES } from './pages/index.ts'

// Load the page's files while the session is requested.
const path = window.location.pathname.slice('/console'.length)
void PAGES.find(page => path.startsWith(page.path))
  ?.load?.()
  .catch(() => undefined)

const place = document.getElementById('console')
if (place) createRoot(place).render(<App />)
