import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'

// Both must run before any other module is loaded, because they affect only later imports. `import.meta.dirname` is the
// folder of the bundle.
enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true })
setSourceMapsSupport(true, { nodeModules: true })

await import('../cli.ts')
