import Type, { type Static } from 'typebox'
import { Nullable, Shape } from '../../platform/http/pages.ts'
import { NewMember } from '../staff/schemas.ts'

export const Installation = Shape('Installation', {
  reclamable: Type.Boolean({
    description: 'Whether the caller may claim the platform with the code that its process prints',
  }),
  defi: Nullable(
    Type.String({ description: 'Identifies the code of this process for `comptoir staff claim`' }),
  ),
})

const { email, nom, motDePasse } = NewMember.properties
export const Claim = Shape('PriseDeControle', {
  code: Type.String({ minLength: 1, maxLength: 40, description: 'The code that the process prints' }),
  ...{ email, nom, motDePasse },
})
export type Claim = Static<typeof Claim>
