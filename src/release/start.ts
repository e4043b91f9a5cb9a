import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'

// Both calls must precede the import of any other module, because they affect only later imports. `import.meta.dirname`
// is the folder of the bundle.
enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true })
setSourceMapsSupport(true, { nodeModules: true })

await import('../cli.ts')
