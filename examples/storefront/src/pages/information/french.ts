import type { Information } from './particulars.ts'

const MEDIATOR = 'médiateur de la consommation (nom et adresse)'

export const FR: Information = {
  titles: {
    'conditions-de-vente': 'Conditions de vente',
    retours: 'Retours et rétractation',
    confidentialite: 'Confidentialité',
    contact: 'Contact',
    accessibilite: 'Accessibilité',
    'mentions-legales': 'Mentions légales',
  },
  pages: {
    'conditions-de-vente': ({ name, seller, identifiers, contact }) => ({
      needs: [MEDIATOR],
      sections: [
        {
          title: 'Le vendeur',
          paragraphs: [`${name} est la boutique de ${seller}. ${identifiers}.`, `Contact : ${contact}.`],
        },
        {
          title: 'Prix et paiement',
          paragraphs: [
            'Les prix sont en euros, toutes taxes comprises. Le prix de la livraison et les remises sont montrés avant la commande ; le total du bouton « Payer » est ce que vous payez.',
            'Vous payez par carte à la commande. Vos articles sont réservés pendant 30 minutes ; sans paiement, la commande est annulée et rien n’est débité.',
          ],
        },
        {
          title: 'Commande',
          paragraphs: [
            'Le contrat est conclu quand le paiement est accepté. Vous recevez alors un e-mail avec le détail de la commande, puis la facture.',
            'Tant que la commande n’est pas en préparation, vous pouvez l’annuler depuis sa page ou par le lien de l’e-mail. Vous êtes remboursé du tout, par le même moyen.',
          ],
        },
        {
          title: 'Livraison et retrait',
          paragraphs: [
            'Les modes proposés pour votre adresse, leurs prix et leurs délais sont montrés au panier et à la commande. Le retrait en magasin se fait dans un magasin qui a tous vos articles.',
            'Si la livraison tarde, vous pouvez nous fixer un délai raisonnable, puis annuler la commande si elle n’arrive toujours pas.',
          ],
        },
        {
          title: 'Garanties',
          paragraphs: [
            'Vous avez deux ans à partir de la livraison pour obtenir la garantie légale de conformité : réparation ou remplacement, ou, à défaut, une réduction du prix ou le remboursement (articles L217-1 et suivants du code de la consommation).',
            'Vous êtes aussi protégé contre les vices cachés, pendant deux ans après leur découverte (articles 1641 et suivants du code civil).',
          ],
        },
        {
          title: 'Litiges',
          paragraphs: [
            `Écrivez-nous d’abord : ${contact}. Si nous ne trouvons pas de solution, vous pouvez saisir gratuitement le médiateur de la consommation : [à compléter : ${MEDIATOR}].`,
          ],
        },
      ],
    }),
    retours: ({ contact }) => ({
      needs: [],
      sections: [
        {
          title: 'Changer d’avis',
          paragraphs: [
            'Vous avez quatorze jours au moins après la livraison pour renoncer à tout ou partie d’une commande, sans donner de raison. La loi excepte les articles marqués « Sans droit de rétractation », par exemple ceux qui sont faits sur mesure, ou descellés et liés à l’hygiène.',
            'Déclarez votre rétractation par le lien ci-dessous, avec le numéro de la commande : choisissez les articles, confirmez, et gardez l’accusé de réception que nous envoyons.',
          ],
        },
        {
          title: 'Renvoyer et être remboursé',
          paragraphs: [
            'Renvoyez les articles dans les quatorze jours qui suivent votre déclaration, ou rapportez-les dans un magasin. Les frais de retour sont à votre charge, sauf si nous les prenons.',
            'Nous remboursons les articles et, si vous renoncez à toute la commande, la livraison au prix du mode le moins cher, dans les quatorze jours, par le même moyen de paiement. Nous pouvons attendre d’avoir reçu les articles ou la preuve de leur envoi.',
          ],
        },
        {
          title: 'Article abîmé ou erroné',
          paragraphs: [
            `Écrivez-nous avec le numéro de la commande : ${contact}. La boutique organise le retour à ses frais.`,
          ],
        },
      ],
    }),
    confidentialite: ({ seller, contact }) => ({
      needs: ['prestataires et hébergeur qui reçoivent des données'],
      sections: [
        {
          title: 'Qui est responsable',
          paragraphs: [`${seller}. Pour toute question ou demande : ${contact}.`],
        },
        {
          title: 'Quelles données, et pourquoi',
          paragraphs: [
            'Pour vendre et livrer (le contrat) : nom, e-mail, téléphone, adresses, articles et paiements de vos commandes. Pour tenir nos comptes (la loi) : factures et montants.',
            'Pour votre compte : e-mail, mot de passe sous une forme chiffrée, adresses enregistrées, points de fidélité. Une carte n’est gardée que si vous le demandez, sous une forme chiffrée et sans son code de sécurité.',
            'Ce site ne mesure pas votre visite et n’affiche pas de publicité. Il garde dans votre navigateur votre panier, votre langue, vos commandes et, jusqu’à la fermeture de l’onglet, l’adresse saisie : c’est nécessaire pour acheter, et cela ne demande pas de consentement.',
          ],
        },
        {
          title: 'Combien de temps',
          paragraphs: [
            'Les factures et les écritures sont gardées dix ans, comme la loi le demande. Les e-mails envoyés sont effacés après 30 jours. Le reste est gardé jusqu’à la suppression de votre compte.',
          ],
        },
        {
          title: 'Vos droits',
          paragraphs: [
            `Vous pouvez lire et corriger vos données dans votre compte, et le supprimer : ce qui n’est pas une écriture comptable est effacé. Pour une copie de vos données, une opposition ou toute autre demande, écrivez à ${contact}.`,
            'Vous pouvez aussi vous plaindre auprès de la CNIL, cnil.fr.',
          ],
        },
      ],
    }),
    contact: ({ seller }) => ({
      needs: [],
      sections: [
        { title: 'Adresse', paragraphs: [seller] },
        {
          title: 'Pour aller plus vite',
          paragraphs: [
            'Donnez le numéro de votre commande : il commence par CMD- et figure dans l’e-mail de confirmation. Pour suivre, annuler ou vous rétracter, la page de la commande suffit.',
          ],
        },
      ],
    }),
    accessibilite: ({ name, contact }) => ({
      needs: ['date et résultat de l’audit d’accessibilité'],
      sections: [
        {
          title: 'Ce que nous faisons',
          paragraphs: [
            `${name} veut que chacun puisse acheter ici, comme la directive européenne 2019/882 le demande. La boutique est conçue selon les WCAG 2.1, niveau AA (norme EN 301 549) : elle s’utilise au clavier et avec un lecteur d’écran, annonce ce qui change, suit les réglages de contraste, de couleurs et de mouvement, et reste lisible agrandie à 400 %.`,
          ],
        },
        {
          title: 'Ce que nous savons',
          paragraphs: [
            'Les pages sont vérifiées à chaque version par un outil automatique, qui ne trouve qu’une partie des défauts. Un audit complet reste à faire : [à compléter : date et résultat de l’audit].',
            'Les photos d’articles n’ont pas de description plus précise que le nom de l’article. La page de paiement et la page de rétractation sont conçues selon les mêmes règles.',
          ],
        },
        {
          title: 'Signaler un défaut',
          paragraphs: [
            `Dites-nous ce qui vous arrête et sur quelle page : ${contact}. Nous vous aidons à commander autrement en attendant. Sans réponse de notre part, vous pouvez saisir la DGCCRF (signal.conso.gouv.fr) ou le Défenseur des droits.`,
          ],
        },
      ],
    }),
    'mentions-legales': ({ name, seller, identifiers, contact, notice }) => ({
      needs: ['directeur de la publication', 'hébergeur (nom, adresse, téléphone)'],
      sections: [
        {
          title: 'Éditeur',
          paragraphs: [
            `${name} est édité par ${seller}.`,
            `${identifiers}.`,
            `Contact : ${contact}.`,
            'Directeur de la publication : [à compléter].',
            ...(notice ? [notice] : []),
          ],
        },
        { title: 'Hébergeur', paragraphs: ['[à compléter : nom, adresse, téléphone]'] },
      ],
    }),
  },
}
