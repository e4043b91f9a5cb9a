import { defineTexts } from '../../language/language.ts'

export const TEXTS = defineTexts({
  fr: {
    title: 'Bien choisir, simplement',
    lead: 'Commandez en ligne, retirez en magasin ou faites-vous livrer. Vous voyez ce qui reste, et où.',
    browse: 'Voir tous les produits',
    categories: 'Rayons',
    count: (count: string) => `${count} produits`,
    one: '1 produit',
    newest: 'Nouveautés',
    more: 'Tout voir',
    offers: 'Promotions du moment',
    until: (day: string) => `jusqu’au ${day}`,
    gift: 'Un article offert',
    freeDelivery: 'Livraison offerte',
  },
  en: {
    title: 'Choose well, simply',
    lead: 'Order online, collect in store or have it delivered. You see what is left, and where.',
    browse: 'See all products',
    categories: 'Departments',
    count: (count: string) => `${count} products`,
    one: '1 product',
    newest: 'New here',
    more: 'See all',
    offers: 'Current offers',
    until: (day: string) => `until ${day}`,
    gift: 'One item free',
    freeDelivery: 'Free delivery',
  },
})
