import { useTexts } from '../../language/language.ts'
import { DetailField, type FieldErrors } from './detail-field.tsx'
import { TEXTS } from './texts.ts'

/**
 * The pick-up point of a delivery. The platform has no directory of a carrier, so the shopper copies it; the README says
 * how the widget of a carrier replaces these fields.
 */
export function PickUpPoint({ faults }: { faults: FieldErrors }) {
  const t = useTexts(TEXTS)
  return (
    <>
      <h3>{t.point}</h3>
      <p class="soft small">{t.pointHint}</p>
      <DetailField name="pointNom" label={t.pointNom} autocomplete="off" faults={faults} />
      <DetailField name="pointAdresse" label={t.pointAdresse} autocomplete="off" faults={faults} />
      <DetailField name="pointId" label={t.pointId} hint={t.pointIdHint} autocomplete="off" faults={faults} />
    </>
  )
}
