import { Checkbox, Fieldset, Group, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../language/language.tsx'
import { APPLICATIONS, isFreeDelivery, type Values } from './form.ts'
import { DeliveryMethods, TargetProducts, Targets } from './targets.tsx'
import { fieldTexts } from './texts.ts'

export type PromotionForm = UseFormReturnType<Values>

const TYPES = ['POURCENTAGE', 'MONTANT_FIXE', 'PRODUIT_OFFERT', 'SEUIL_PANIER', 'LIVRAISON_OFFERTE'] as const
const CATEGORIES = ['EVENT', 'DESTOCKAGE', 'FIDELITE', 'PANIER', 'PRODUIT', 'PRODUIT_CATEGORIE'] as const
const UNITS = ['PERCENT', 'EURO'] as const

/** The fields of a promotion: effect, period, products and customers. */
export function Fields({ form }: { form: PromotionForm }) {
  const texts = useTexts(fieldTexts)
  const { typePromotion, uniteValeur } = form.values
  const isOffer = typePromotion === 'PRODUIT_OFFERT'
  const isDelivery = isFreeDelivery(form.values)
  const choose = (value: string | null) => {
    const type = TYPES.find(known => known === value)
    if (!type) return
    form.setFieldValue('typePromotion', type)
    if (type === 'MONTANT_FIXE') form.setFieldValue('uniteValeur', 'EURO')
    if (type === 'POURCENTAGE') form.setFieldValue('uniteValeur', 'PERCENT')
    // A free-product promotion needs groups of at least two.
    if (type === 'PRODUIT_OFFERT' && !(Number(form.values.quantiteAchat) >= 2))
      form.setFieldValue('quantiteAchat', 3)
  }
  return (
    <Stack gap="sm">
      <TextInput label={texts.description} required maxLength={5000} {...form.getInputProps('description')} />
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <Select
          label={texts.typePromotion}
          data={TYPES.map(value => ({ value, label: texts[value] }))}
          value={typePromotion}
          onChange={choose}
          error={form.errors.typePromotion}
          allowDeselect={false}
          miw="14rem"
        />
        {!isOffer && !isDelivery && (
          <NumberInput
            label={texts.valeurPromotion}
            min={0}
            decimalScale={2}
            decimalSeparator=","
            suffix={uniteValeur === 'PERCENT' ? ' %' : ' €'}
            miw="7rem"
            {...form.getInputProps('valeurPromotion')}
          />
        )}
        {typePromotion === 'SEUIL_PANIER' && (
          <Select
            label={texts.uniteValeur}
            data={UNITS.map(value => ({ value, label: texts[value] }))}
            allowDeselect={false}
            miw="7rem"
            {...form.getInputProps('uniteValeur')}
          />
        )}
      </Group>
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          type="datetime-local"
          label={texts.dateDebut}
          description={texts.zone}
          required
          {...form.getInputProps('dateDebut')}
        />
        <TextInput
          type="datetime-local"
          label={texts.dateFin}
          description={texts.zone}
          required
          {...form.getInputProps('dateFin')}
        />
      </Group>
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <NumberInput
          label={texts.seuilMontant}
          min={0}
          decimalScale={2}
          decimalSeparator=","
          suffix=" €"
          {...form.getInputProps('seuilMontant')}
        />
        {isDelivery ? (
          <DeliveryMethods form={form} />
        ) : (
          <NumberInput
            label={isOffer ? texts.groupSize : texts.quantiteAchat}
            description={isOffer ? texts.groupHint : undefined}
            min={isOffer ? 2 : 0}
            allowDecimal={false}
            {...form.getInputProps('quantiteAchat')}
          />
        )}
      </Group>
      {!isDelivery && <TargetProducts form={form} />}
      <Targets form={form} />
      <Fieldset legend={texts.applicationsConcernees}>
        <Stack gap="xs">
          <Checkbox.Group
            aria-label={texts.applicationsConcernees}
            {...form.getInputProps('applicationsConcernees')}
          >
            <Group gap="md">
              {APPLICATIONS.map(value => (
                <Checkbox
                  key={value}
                  value={value}
                  label={texts[value === 'FIDELITE' ? 'APP_FIDELITE' : value]}
                />
              ))}
            </Group>
          </Checkbox.Group>
          <Switch
            label={texts.autoAppliquee}
            description={texts.autoHint}
            {...form.getInputProps('autoAppliquee', { type: 'checkbox' })}
          />
        </Stack>
      </Fieldset>
      <Select
        label={texts.categoriePromotion}
        data={CATEGORIES.map(value => ({ value, label: texts[value] }))}
        allowDeselect={false}
        {...form.getInputProps('categoriePromotion')}
      />
    </Stack>
  )
}
