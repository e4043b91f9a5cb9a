import './mantine.css'
import '@mantine/notifications/styles.css'
import './console.css'
import './sales/sales.css'
import './parts/facts.css'
import './pages/promotions/promotions.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const place = document.getElementById('console')
if (place) createRoot(place).render(<App />)
