import Type from 'typebox'
import { HtmlPage, Id } from '../../platform/http/pages.ts'

export const LinkRef = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'Token at the end of the payment link' }),
})
export const CardRef = Type.Object({ ...LinkRef.properties, id: Id })
export const Line = Type.Optional(Type.String({ maxLength: 300 }))
export const FormToken = Type.Object({ csrf: Line })
export const CardForm = Type.Object({
  csrf: Line,
  carte: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,14}|nouvelle)$' })),
  cardNumber: Line,
  expirationDate: Line,
  cvc: Line,
  cardHolderName: Line,
  garder: Line,
})
/** The query after an attempt to cancel a completed payment. */
export const Late = Type.Object({ annulation: Type.Optional(Type.Literal('tardive')) })
export const produces = ['text/html']
const unreadable = { 400: HtmlPage('A page: the address is malformed') }
export const returnPage = { 200: HtmlPage('The page'), ...unreadable }
export const page: Record<number, Type.TString> = {
  ...returnPage,
  404: HtmlPage('A page: the link is unknown'),
  410: HtmlPage('A page: the link has expired, or too many cards were refused'),
}
/** The answers of a confirmation page: a redirect when there is nothing left to confirm. */
export const question: Record<number, Type.TString | Type.TNull> = {
  ...page,
  303: Type.Null({ description: 'Redirect to the page in `Location`' }),
}
/** The answers of a form: a redirect, or the form with its errors. */
export const form: Record<number, Type.TString | Type.TNull> = {
  303: Type.Null({ description: 'Redirect to the page in `Location`' }),
  400: HtmlPage('The form again, with its errors'),
  403: HtmlPage('A page: the form was outdated'),
  404: HtmlPage('A page: the link is unknown'),
  409: HtmlPage('The form again: the order cannot be paid'),
  410: HtmlPage('A page: the link has expired, or too many cards were refused'),
  413: HtmlPage('A page: the form is too large'),
  415: HtmlPage('A page: the body is not a form'),
  429: HtmlPage('A page: too many card attempts per minute'),
  503: HtmlPage('The form again: payment is currently unavailable'),
}
