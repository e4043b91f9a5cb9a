import type { FastifySchemaValidationError } from 'fastify'
import { Problem } from '../platform/problem.ts'

// Error messages for shop customers are in French.
export const invalidSession = () =>
  new Problem(401, 'jeton-invalide', 'Session invalide ou expirée : connectez-vous à nouveau')
export const wrongCredentials = () =>
  new Problem(401, 'identifiants-incorrects', 'Adresse e-mail ou mot de passe incorrect')
export const wrongPassword = () => new Problem(403, 'mot-de-passe-incorrect', 'Le mot de passe est incorrect')
export const unprovenAddress = () =>
  new Problem(409, 'adresse-non-prouvee', 'Confirmez d’abord votre adresse par le lien reçu par e-mail')
export const noSuchCustomer = () =>
  new Problem(401, 'identifiants-incorrects', "L'adresse e-mail et l'identifiant client ne correspondent pas")
export const emailTaken = () => new Problem(409, 'email-pris', 'Un compte utilise déjà cette adresse e-mail')
export const passwordAlreadySet = () =>
  new Problem(409, 'mot-de-passe-existant', 'Ce compte a déjà un mot de passe')
export const invalidLink = () =>
  new Problem(410, 'lien-expire', 'Ce lien a déjà servi ou a expiré : demandez-en un nouveau')
export const emailOrTokenRequired = () =>
  new Problem(
    400,
    'requete-invalide',
    'Une adresse e-mail ou un jeton est nécessaire, l’un des deux seulement',
  )
export const tooManyLogins = (retryAfterSeconds: number) =>
  new Problem(429, 'trop-d-essais', 'Trop de tentatives de connexion ont échoué : réessayez plus tard', {
    retryAfterSeconds,
  })
export const TOO_MANY_CALLS = 'Trop de demandes en une minute : réessayez dans un instant'

const rules: Record<string, string> = {
  email: "L'adresse e-mail doit être valide et compter au plus 255 caractères",
  motDePasse: 'Le mot de passe doit compter de 6 à 128 caractères',
  prenom: 'Le prénom est obligatoire et compte au plus 100 caractères',
  nom: 'Le nom est obligatoire et compte au plus 100 caractères',
  telephone: 'Le téléphone doit être un texte de 50 caractères au plus',
  adresse: "L'adresse doit être un texte de 8192 caractères au plus",
  adresses: 'Chaque adresse a une rue, un code postal, une ville et un pays de deux lettres',
  motDePasseActuel: 'Le mot de passe actuel est nécessaire',
  jeton: 'Le jeton est celui du lien reçu par e-mail',
  clientId: "L'identifiant client est obligatoire et compte au plus 50 caractères",
}

/** Returns a 400 with the French message of the first invalid field of a body. */
export const formatFrenchError = ([error]: FastifySchemaValidationError[]) => {
  const field = error?.instancePath.split('/')[1] ?? error?.params.missingProperty
  return new Problem(
    400,
    'requete-invalide',
    rules[String(field)] ?? 'Le corps de la requête doit être un objet JSON',
  )
}
