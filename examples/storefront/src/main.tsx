import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/parts.css'
import './styles/pages.css'
import './styles/basket.css'
import './styles/checkout.css'
import './styles/catalogue.css'
import './account/account.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { keepWhatIsSeen } from './state/installed.ts'

const place = document.getElementById('boutique')
if (place) render(<App />, place)
keepWhatIsSeen()
