import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { PAGES } from './pages/index.ts'

// The files of the page come while the session is still asked for.
const path = window.location.pathname.slice('/console'.length)
void PAGES.find(page => path.startsWith(page.path))
  ?.load?.()
  .catch(() => undefined)

const place = document.getElementById('console')
if (place) createRoot(place).render(<App />)
