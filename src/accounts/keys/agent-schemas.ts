import Type from 'typebox'
import { Id, Shape } from '../../platform/http/pages.ts'
import { Rights } from './schemas.ts'

/** The SHA-256 of a key or of the cookie of a session. */
export const AgentRef = Type.Object({
  nature: Type.Enum(['cle', 'personnel']),
  empreinte: Type.String({ pattern: '^[\\w-]{43}$' }),
})

export const Agent = Shape('Agent', { id: Id, nom: Type.String(), droits: Rights })
