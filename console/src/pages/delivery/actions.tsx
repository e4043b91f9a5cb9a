import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { leaveWithoutWarning } from '../../parts/leave-warning.ts'
import { useNotify } from '../../parts/notify.ts'
import { Question } from '../../parts/question.tsx'
import { shorten } from '../../parts/shorten.ts'
import { DELIVERY_METHODS, type DeliveryMethod } from '../../sales/delivery-methods.ts'
import { changeMethod, deleteMethod } from './methods.ts'
import { deliveryTexts } from './texts.ts'

/** Activates, deactivates or deletes a method. */
export function Actions({
  method: { code, nom, actif },
  onChange,
}: {
  method: DeliveryMethod
  onChange: (method: DeliveryMethod) => void
}) {
  const texts = useTexts(deliveryTexts)
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { done } = useNotify()
  const [isAsked, ask] = useState(false)
  const switching = useMutation({
    mutationFn: () => changeMethod(code, { actif: !actif }),
    onSuccess: method => {
      onChange(method)
      done(method.actif ? texts.activated : texts.deactivated)
    },
  })
  async function remove() {
    try {
      await deleteMethod(code)
    } catch (error) {
      if (error instanceof ComptoirError && error.code === 'mode-utilise') throw new Error(texts.removeUsed)
      throw error
    }
    leaveWithoutWarning(() => navigate('/'))
    await client.invalidateQueries({ queryKey: DELIVERY_METHODS })
    done(texts.removed)
  }
  return (
    <>
      {switching.error && <ErrorAlert error={switching.error} />}
      <Button variant="default" onClick={() => switching.mutate()} loading={switching.isPending}>
        {actif ? texts.deactivate : texts.activate}
      </Button>
      <Button variant="default" onClick={() => ask(true)}>
        {texts.remove}
      </Button>
      <Question
        opened={isAsked}
        onClose={() => ask(false)}
        title={texts.removeTitle(nom)}
        action={texts.removeAction(shorten(nom))}
        onConfirm={remove}
        isDangerous
      >
        <Text size="sm">{texts.removeHint}</Text>
      </Question>
    </>
  )
}
