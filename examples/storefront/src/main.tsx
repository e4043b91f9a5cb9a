import { render } from 'preact'
import { App } from './app.tsx'
import { registerServiceWorker } from './state/installed.ts'

const place = document.getElementById('boutique')
if (place) render(<App />, place)
registerServiceWorker()
