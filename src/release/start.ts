import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'

// Both before any other module is loaded: they concern only those that are loaded afterwards. `import.meta.dirname` is the
// folder of the bundle.
enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true })
setSourceMapsSupport(true, { nodeModules: true })

await import('../cli.ts')
