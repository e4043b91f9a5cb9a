-- The tables of every area, as the migrations build them.
-- Written by: npm test test/schema.test.ts -- --update

-- accounts

create table accounts.alias (
  "clientId" text not null,
  "compteId" bigint not null,
  constraint alias_pkey PRIMARY KEY ("clientId"),
  constraint "alias_compteId_fkey" FOREIGN KEY ("compteId") REFERENCES accounts.compte(id)
);
CREATE INDEX "alias_compteId_idx" ON accounts.alias USING btree ("compteId");

create table accounts.cle (
  id bigint generated always as identity not null,
  nom text not null,
  empreinte text not null,
  droits text[] not null,
  "createdAt" timestamp with time zone not null,
  "expireLe" timestamp with time zone,
  "derniereUtilisation" timestamp with time zone,
  "revoqueeLe" timestamp with time zone,
  magasins bigint[],
  constraint cle_empreinte_key UNIQUE (empreinte),
  constraint cle_pkey PRIMARY KEY (id),
  constraint cle_droits_check CHECK ((cardinality(droits) > 0)),
  constraint cle_magasins_check CHECK ((cardinality(magasins) > 0))
);

create table accounts.compte (
  id bigint generated always as identity not null,
  email text not null,
  "courrielProuveLe" timestamp with time zone,
  "motDePasse" text not null,
  prenom text not null,
  nom text not null,
  telephone text,
  adresse text,
  "clientId" text not null,
  "clientIdLocal" boolean not null,
  "pointsFidelite" bigint not null,
  "niveauFidelisation" text not null,
  "derniereSynchro" timestamp with time zone,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  adresses jsonb default '[]'::jsonb not null,
  constraint "compte_clientId_key" UNIQUE ("clientId"),
  constraint compte_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX compte_email ON accounts.compte USING btree (lower(email));

create table accounts.courriel (
  id bigint generated always as identity not null,
  modele text not null,
  destinataire text not null,
  "compteId" bigint,
  "clientId" text,
  "ordreId" text,
  objet text,
  donnees json not null,
  statut text not null,
  essais integer default 0 not null,
  "prochainEssai" timestamp with time zone not null,
  "perimeLe" timestamp with time zone not null,
  "derniereErreur" text,
  "createdAt" timestamp with time zone not null,
  "envoyeLe" timestamp with time zone,
  constraint courriel_pkey PRIMARY KEY (id),
  constraint courriel_statut_check CHECK ((statut = ANY (ARRAY['retenu'::text, 'a_envoyer'::text, 'envoye'::text, 'abandonne'::text])))
);
CREATE INDEX courriel_a_envoyer ON accounts.courriel USING btree ("prochainEssai", id) WHERE (statut = 'a_envoyer'::text);
CREATE INDEX "courriel_clientId_idx" ON accounts.courriel USING btree ("clientId") WHERE ("clientId" IS NOT NULL);
CREATE INDEX "courriel_compteId_idx" ON accounts.courriel USING btree ("compteId") WHERE ("compteId" IS NOT NULL);
CREATE INDEX "courriel_createdAt_idx" ON accounts.courriel USING btree ("createdAt");
CREATE INDEX courriel_lower_id_idx ON accounts.courriel USING btree (lower(destinataire), id);
CREATE UNIQUE INDEX courriel_objet ON accounts.courriel USING btree (modele, objet);
CREATE INDEX "courriel_ordreId_idx" ON accounts.courriel USING btree ("ordreId") WHERE ("ordreId" IS NOT NULL);

create table accounts.effacement (
  id bigint generated always as identity not null,
  pseudonyme text not null,
  personne json,
  "demandePar" text not null,
  "demandeLe" timestamp with time zone not null,
  "termineLe" timestamp with time zone,
  "commandesInvite" integer default 0 not null,
  constraint effacement_pseudonyme_key UNIQUE (pseudonyme),
  constraint effacement_pkey PRIMARY KEY (id),
  constraint effacement_check CHECK (((personne IS NULL) = ("termineLe" IS NOT NULL)))
);

create table accounts.effacement_domaine (
  "effacementId" bigint not null,
  domaine text not null,
  lignes bigint,
  "faitLe" timestamp with time zone,
  constraint effacement_domaine_pkey PRIMARY KEY ("effacementId", domaine),
  constraint "effacement_domaine_effacementId_fkey" FOREIGN KEY ("effacementId") REFERENCES accounts.effacement(id)
);

create table accounts.effacement_nom (
  empreinte bytea not null,
  "effacementId" bigint not null,
  constraint effacement_nom_pkey PRIMARY KEY (empreinte, "effacementId"),
  constraint "effacement_nom_effacementId_fkey" FOREIGN KEY ("effacementId") REFERENCES accounts.effacement(id)
);

create table accounts.evenement_webhook (
  id bigint generated always as identity not null,
  "messageId" text not null,
  type text not null,
  corps json not null,
  "createdAt" timestamp with time zone not null,
  constraint "evenement_webhook_messageId_key" UNIQUE ("messageId"),
  constraint evenement_webhook_pkey PRIMARY KEY (id)
);
CREATE INDEX "evenement_webhook_createdAt_idx" ON accounts.evenement_webhook USING btree ("createdAt");

create table accounts.jeton (
  hash bytea not null,
  "compteId" bigint not null,
  "createdAt" timestamp with time zone not null,
  "expireLe" timestamp with time zone not null,
  constraint jeton_pkey PRIMARY KEY (hash),
  constraint "jeton_compteId_fkey" FOREIGN KEY ("compteId") REFERENCES accounts.compte(id)
);
CREATE INDEX "jeton_compteId_idx" ON accounts.jeton USING btree ("compteId");
CREATE INDEX "jeton_expireLe_idx" ON accounts.jeton USING btree ("expireLe");

create table accounts.lien (
  hash bytea not null,
  "compteId" bigint not null,
  usage text not null,
  "expireLe" timestamp with time zone not null,
  constraint lien_pkey PRIMARY KEY (hash),
  constraint "lien_compteId_fkey" FOREIGN KEY ("compteId") REFERENCES accounts.compte(id),
  constraint lien_usage_check CHECK ((usage = ANY (ARRAY['confirmation'::text, 'mot-de-passe'::text])))
);
CREATE INDEX "lien_compteId_idx" ON accounts.lien USING btree ("compteId");
CREATE INDEX "lien_expireLe_idx" ON accounts.lien USING btree ("expireLe");

create table accounts.livraison_webhook (
  id bigint generated always as identity not null,
  "webhookId" bigint not null,
  "evenementId" bigint not null,
  statut text not null,
  essais integer default 0 not null,
  "prochainEssai" timestamp with time zone not null,
  "renvoyeeLe" timestamp with time zone,
  "codeHttp" integer,
  reponse text,
  "derniereErreur" text,
  "dureeMs" integer,
  "createdAt" timestamp with time zone not null,
  "livreeLe" timestamp with time zone,
  constraint "livraison_webhook_webhookId_evenementId_key" UNIQUE ("webhookId", "evenementId"),
  constraint livraison_webhook_pkey PRIMARY KEY (id),
  constraint "livraison_webhook_evenementId_fkey" FOREIGN KEY ("evenementId") REFERENCES accounts.evenement_webhook(id) ON DELETE CASCADE,
  constraint "livraison_webhook_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES accounts.webhook(id),
  constraint livraison_webhook_statut_check CHECK ((statut = ANY (ARRAY['en_attente'::text, 'livree'::text, 'echouee'::text])))
);
CREATE INDEX livraison_webhook_a_envoyer ON accounts.livraison_webhook USING btree ("webhookId", "prochainEssai", id) WHERE (statut = 'en_attente'::text);
CREATE INDEX "livraison_webhook_evenementId_idx" ON accounts.livraison_webhook USING btree ("evenementId");
CREATE INDEX "livraison_webhook_webhookId_id_idx" ON accounts.livraison_webhook USING btree ("webhookId", id);
CREATE INDEX "livraison_webhook_webhookId_statut_id_idx" ON accounts.livraison_webhook USING btree ("webhookId", statut, id);

create table accounts.membre (
  id bigint generated always as identity not null,
  email text not null,
  nom text not null,
  "motDePasse" text not null,
  droits text[] not null,
  actif boolean default true not null,
  "secretCode" text,
  "codeExige" boolean default false not null,
  "dernierCode" bigint,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  magasins bigint[],
  constraint membre_pkey PRIMARY KEY (id),
  constraint membre_check CHECK (((NOT "codeExige") OR ("secretCode" IS NOT NULL))),
  constraint membre_droits_check CHECK ((cardinality(droits) > 0)),
  constraint membre_magasins_check CHECK ((cardinality(magasins) > 0))
);
CREATE UNIQUE INDEX membre_email ON accounts.membre USING btree (lower(email));

create table accounts.reglage (
  nom text not null,
  valeur text not null,
  "updatedAt" timestamp with time zone not null,
  constraint reglage_pkey PRIMARY KEY (nom)
);

create table accounts.reseau_connu (
  titulaire text not null,
  reseau text not null,
  "vuLe" timestamp with time zone not null,
  constraint reseau_connu_pkey PRIMARY KEY (titulaire, reseau)
);
CREATE INDEX "reseau_connu_vuLe_idx" ON accounts.reseau_connu USING btree ("vuLe");

create table accounts.session_membre (
  empreinte text not null,
  "membreId" bigint not null,
  "createdAt" timestamp with time zone not null,
  "expireLe" timestamp with time zone not null,
  constraint session_membre_pkey PRIMARY KEY (empreinte),
  constraint "session_membre_membreId_fkey" FOREIGN KEY ("membreId") REFERENCES accounts.membre(id)
);
CREATE INDEX "session_membre_expireLe_idx" ON accounts.session_membre USING btree ("expireLe");
CREATE INDEX "session_membre_membreId_idx" ON accounts.session_membre USING btree ("membreId");

create table accounts.webhook (
  id bigint generated always as identity not null,
  url text not null,
  description text,
  types text[],
  actif boolean not null,
  "suspenduPour" text,
  "suspenduLe" timestamp with time zone,
  "enEchecDepuis" timestamp with time zone,
  secret text not null,
  "ancienSecret" text,
  "ancienSecretJusquA" timestamp with time zone,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_check CHECK ((("suspenduPour" IS NULL) = ("suspenduLe" IS NULL))),
  constraint webhook_check1 CHECK ((("ancienSecret" IS NULL) = ("ancienSecretJusquA" IS NULL))),
  constraint "webhook_suspenduPour_check" CHECK (("suspenduPour" = ANY (ARRAY['echecs'::text, 'disparu'::text]))),
  constraint webhook_types_check CHECK ((cardinality(types) > 0))
);

-- catalogue

create table catalogue.compteur (
  genre text not null,
  cle text not null,
  nombre bigint not null,
  constraint compteur_pkey PRIMARY KEY (genre, cle),
  constraint compteur_genre_check CHECK ((genre = ANY (ARRAY['tous'::text, 'listes'::text, 'tranche'::text, 'categorie'::text, 'marque'::text, 'categories'::text, 'marques'::text])))
);

create table catalogue.libelle (
  genre text not null,
  cle text not null,
  libelle text not null,
  constraint libelle_pkey PRIMARY KEY (genre, cle),
  constraint libelle_genre_check CHECK ((genre = ANY (ARRAY['categorie'::text, 'marque'::text])))
);

create table catalogue.mot (
  mot text not null,
  "nombreNom" integer not null,
  "nombreTexte" integer not null,
  constraint mot_pkey PRIMARY KEY (mot)
);
CREATE INDEX mot_trigrammes ON catalogue.mot USING gin (mot gin_trgm_ops) WITH (fastupdate=off) WHERE (mot ~ '^[^/=]'::text);

create table catalogue.produit (
  id bigint not null,
  version integer not null,
  actif boolean not null,
  supprime boolean not null,
  categorie text not null,
  marque text not null,
  prix integer not null,
  tri text not null,
  "enStock" boolean default true not null,
  identifiants text[] not null,
  "prixDAchatFournisseurCents" integer,
  document json not null,
  historique json,
  constraint produit_pkey PRIMARY KEY (id)
);
CREATE INDEX produit_categorie ON catalogue.produit USING btree (categorie) WHERE actif;
CREATE INDEX produit_identifiants ON catalogue.produit USING gin (identifiants) WHERE actif;
CREATE INDEX produit_liste ON catalogue.produit USING btree (id) WHERE actif;
CREATE INDEX produit_marque ON catalogue.produit USING btree (marque) WHERE actif;
CREATE INDEX produit_prix ON catalogue.produit USING btree (prix, id) WHERE actif;
CREATE INDEX produit_tri ON catalogue.produit USING btree (tri, id) WHERE actif;

create table catalogue.promotion (
  id bigint not null,
  version bigint not null,
  reductions json not null,
  constraint promotion_pkey PRIMARY KEY (id)
);
CREATE INDEX promotion_versions ON catalogue.promotion USING btree (id) INCLUDE (version);

create table catalogue.promotions_version (
  id boolean default true not null,
  version bigint not null,
  constraint promotions_version_pkey PRIMARY KEY (id),
  constraint promotions_version_id_check CHECK (id)
);

create table catalogue.rayon (
  rayon bigint not null,
  produit bigint not null,
  marque bigint,
  prix integer not null,
  "enStock" boolean not null,
  tri text not null,
  constraint rayon_pkey PRIMARY KEY (rayon, produit)
);
CREATE INDEX rayon_prix ON catalogue.rayon USING btree (rayon, prix, produit);
CREATE INDEX rayon_tri ON catalogue.rayon USING btree (rayon, tri, produit);

create table catalogue.recherche (
  id bigint not null,
  part integer not null,
  rang integer not null,
  titre tsvector not null,
  mots tsvector not null,
  constraint recherche_pkey PRIMARY KEY (id, part)
) partition by LIST (part);
create table catalogue.recherche_0 partition of catalogue.recherche FOR VALUES IN (0);
create table catalogue.recherche_1 partition of catalogue.recherche FOR VALUES IN (1);
create table catalogue.recherche_2 partition of catalogue.recherche FOR VALUES IN (2);
create table catalogue.recherche_3 partition of catalogue.recherche FOR VALUES IN (3);
create table catalogue.recherche_4 partition of catalogue.recherche FOR VALUES IN (4);
create table catalogue.recherche_5 partition of catalogue.recherche FOR VALUES IN (5);
create table catalogue.recherche_6 partition of catalogue.recherche FOR VALUES IN (6);
create table catalogue.recherche_7 partition of catalogue.recherche FOR VALUES IN (7);
create table catalogue.recherche_8 partition of catalogue.recherche FOR VALUES IN (8);
create table catalogue.recherche_9 partition of catalogue.recherche FOR VALUES IN (9);
CREATE INDEX recherche_mots ON catalogue.recherche USING gin (mots);

create table catalogue.reconstruction (
  id bigint generated always as identity not null,
  apres bigint default 0 not null,
  produits integer default 0 not null,
  "demandeeLe" timestamp with time zone not null,
  "finieLe" timestamp with time zone,
  constraint reconstruction_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX reconstruction_en_cours ON catalogue.reconstruction USING btree ((true)) WHERE ("finieLe" IS NULL);

create table catalogue.reste (
  reste text not null,
  mot text not null,
  constraint reste_pkey PRIMARY KEY (reste, mot)
);

create table catalogue.stock (
  produit bigint not null,
  magasin bigint not null,
  version integer not null,
  disponible boolean not null,
  "vuLe" timestamp with time zone not null,
  constraint stock_pkey PRIMARY KEY (produit, magasin)
);

create table catalogue.synchronisation (
  id boolean default true not null,
  "lastSync" timestamp with time zone,
  existants bigint,
  connus bigint,
  "stocksLusLe" timestamp with time zone,
  constraint synchronisation_pkey PRIMARY KEY (id),
  constraint synchronisation_id_check CHECK (id)
);

-- logistics

create table logistics.adresse_corrigee (
  "ordreId" text not null,
  version integer not null,
  adresse json not null,
  "corrigeeLe" timestamp with time zone not null,
  constraint adresse_corrigee_pkey PRIMARY KEY ("ordreId")
);

create table logistics.bordereau (
  id bigint generated always as identity not null,
  "ordreId" text not null,
  "clientId" text not null,
  "storeId" bigint,
  retrait boolean default false not null,
  "adresseLivraison" json,
  articles json not null,
  statut text not null,
  "trackingNumber" text,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone,
  "adresseCorrigeeLe" timestamp with time zone,
  constraint bordereau_pkey PRIMARY KEY (id),
  constraint bordereau_statut_check CHECK ((statut = ANY (ARRAY['a_preparer'::text, 'incomplet'::text, 'prepare'::text, 'expedie'::text, 'livre'::text, 'annule'::text])))
);
CREATE INDEX "bordereau_clientId_idx" ON logistics.bordereau USING btree ("clientId");
CREATE UNIQUE INDEX bordereau_commande ON logistics.bordereau USING btree ("ordreId", COALESCE("storeId", (0)::bigint));
CREATE INDEX bordereau_statut_id_idx ON logistics.bordereau USING btree (statut, id);
CREATE INDEX "bordereau_storeId_statut_id_idx" ON logistics.bordereau USING btree ("storeId", statut, id);

create table logistics.commande_effacee (
  "ordreId" text not null,
  pseudonyme text not null,
  constraint commande_effacee_pkey PRIMARY KEY ("ordreId")
);

create table logistics.commande_suivie (
  "ordreId" text not null,
  statut text not null,
  "trackingNumber" text,
  version bigint not null,
  correction bigint default 0 not null,
  constraint commande_suivie_pkey PRIMARY KEY ("ordreId")
);

create table logistics.evenement_reparation (
  id bigint generated always as identity not null,
  "ticketId" text not null,
  event text not null,
  at timestamp with time zone not null,
  "createdAt" timestamp with time zone not null,
  "transmisLe" timestamp with time zone,
  essais integer default 0 not null,
  "prochainEssai" timestamp with time zone not null,
  "derniereErreur" text,
  constraint "evenement_reparation_ticketId_at_event_key" UNIQUE ("ticketId", at, event),
  constraint evenement_reparation_pkey PRIMARY KEY (id),
  constraint evenement_reparation_event_check CHECK ((event = ANY (ARRAY['ARRIVE_DEPOT'::text, 'EN_REPARATION'::text, 'REPARATION_OK'::text, 'EXPEDIE_CLIENT'::text])))
);
CREATE INDEX "evenement_reparation_prochainEssai_id_idx" ON logistics.evenement_reparation USING btree ("prochainEssai", id) WHERE ("transmisLe" IS NULL);
CREATE INDEX "evenement_reparation_ticketId_id_idx" ON logistics.evenement_reparation USING btree ("ticketId", id) WHERE ("transmisLe" IS NULL);

create table logistics.fiche_reparation (
  id bigint generated always as identity not null,
  "ticketId" text not null,
  "idClient" text not null,
  "idProduit" text,
  motif text,
  origine text,
  "adresseClient" text,
  "magasinId" bigint,
  "entrepotId" bigint,
  "bordereauId" bigint,
  statut text,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  constraint "fiche_reparation_ticketId_key" UNIQUE ("ticketId"),
  constraint fiche_reparation_pkey PRIMARY KEY (id)
);
CREATE INDEX fiche_reparation_en_cours ON logistics.fiche_reparation USING btree (id) WHERE (statut IS DISTINCT FROM 'EXPEDIE_CLIENT'::text);
CREATE INDEX "fiche_reparation_idClient_idx" ON logistics.fiche_reparation USING btree ("idClient");
CREATE INDEX fiche_reparation_statut_id_idx ON logistics.fiche_reparation USING btree (statut, id);

create table logistics.ligne (
  "ordreId" text not null,
  "productId" bigint not null,
  "storeId" bigint not null,
  quantite integer not null,
  constraint ligne_pkey PRIMARY KEY ("ordreId", "productId", "storeId"),
  constraint ligne_quantite_check CHECK ((quantite >= 0))
);

create table logistics.magasin (
  "storeId" bigint not null,
  lignes integer not null,
  constraint magasin_pkey PRIMARY KEY ("storeId")
);

create table logistics.mouvement (
  id bigint generated always as identity not null,
  "productId" bigint not null,
  "storeId" bigint not null,
  nature text not null,
  quantite integer not null,
  "stockApres" integer not null,
  reference text,
  motif text,
  auteur text,
  "createdAt" timestamp with time zone not null,
  constraint mouvement_pkey PRIMARY KEY (id),
  constraint mouvement_nature_check CHECK ((nature = ANY (ARRAY['comptage'::text, 'correction'::text, 'reassort'::text, 'preparation'::text, 'annulation'::text, 'retour'::text, 'transfert'::text])))
);
CREATE INDEX mouvement_produit ON logistics.mouvement USING btree ("storeId", "productId", id DESC);

create table logistics.produit_supprime (
  "productId" bigint not null,
  constraint produit_supprime_pkey PRIMARY KEY ("productId")
);

create table logistics.reservation (
  "ordreId" text not null,
  statut text not null,
  "expireLe" timestamp with time zone not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  constraint reservation_pkey PRIMARY KEY ("ordreId"),
  constraint reservation_statut_check CHECK ((statut = ANY (ARRAY['active'::text, 'liberee'::text, 'expiree'::text, 'prelevee'::text, 'annulee'::text])))
);
CREATE INDEX "reservation_expireLe_idx" ON logistics.reservation USING btree ("expireLe") WHERE (statut = 'active'::text);

create table logistics.retour (
  "retourId" bigint not null,
  "ordreId" text not null,
  articles json not null,
  "createdAt" timestamp with time zone not null,
  "remisLe" timestamp with time zone,
  constraint retour_pkey PRIMARY KEY ("retourId")
);
CREATE INDEX "retour_ordreId_idx" ON logistics.retour USING btree ("ordreId");

create table logistics.stock (
  id bigint generated always as identity not null,
  "productId" bigint not null,
  "storeId" bigint not null,
  rang integer not null,
  quantite integer not null,
  reserve integer default 0 not null,
  seuil integer,
  version integer default 0 not null,
  supprime boolean default false not null,
  "updatedAt" timestamp with time zone not null,
  constraint "stock_productId_storeId_key" UNIQUE ("productId", "storeId"),
  constraint "stock_storeId_rang_key" UNIQUE ("storeId", rang),
  constraint stock_pkey PRIMARY KEY (id),
  constraint stock_quantite_check CHECK ((quantite >= 0)),
  constraint stock_reserve_check CHECK ((reserve >= 0)),
  constraint stock_seuil_check CHECK ((seuil >= 0))
);
CREATE INDEX stock_avec_seuil ON logistics.stock USING btree ("storeId", rang) WHERE ((seuil IS NOT NULL) AND (NOT supprime));
CREATE INDEX stock_supprime ON logistics.stock USING btree ("storeId", rang) WHERE supprime;

-- loyalty

create table loyalty.ajustement (
  id bigint generated always as identity not null,
  "clientId" bigint not null,
  points integer not null,
  motif text,
  auteur text,
  "createdAt" timestamp with time zone not null,
  constraint ajustement_pkey PRIMARY KEY (id),
  constraint "ajustement_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES loyalty.client(id),
  constraint ajustement_points_check CHECK ((points <> 0))
);
CREATE INDEX "ajustement_clientId_id_idx" ON loyalty.ajustement USING btree ("clientId", id);

create table loyalty.attribution (
  "ordreId" text not null,
  "clientId" bigint not null,
  acheteur text,
  points integer not null,
  livree boolean not null,
  "payeCents" bigint not null,
  "plafondCents" bigint,
  "createdAt" timestamp with time zone not null,
  constraint attribution_pkey PRIMARY KEY ("ordreId"),
  constraint "attribution_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES loyalty.client(id)
);
CREATE INDEX attribution_acheteur_idx ON loyalty.attribution USING btree (acheteur) WHERE (acheteur IS NOT NULL);
CREATE INDEX "attribution_clientId_idx" ON loyalty.attribution USING btree ("clientId");

create table loyalty.client (
  id bigint generated always as identity not null,
  "idClient" text not null,
  civilite text,
  nom text not null,
  prenom text not null,
  recherche text generated always as (plain(((prenom || ' '::text) || nom))) stored,
  anniversaire date,
  "adresseMail" text not null,
  telephone text,
  adresse text,
  "niveauFidelisation" text not null,
  "pointsFidelite" integer not null,
  "dateDebutFidelisation" date,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "deletedAt" timestamp with time zone,
  constraint "client_idClient_key" UNIQUE ("idClient"),
  constraint client_pkey PRIMARY KEY (id),
  constraint "client_pointsFidelite_check" CHECK (("pointsFidelite" >= 0))
);
CREATE UNIQUE INDEX client_adresse_mail ON loyalty.client USING btree (lower("adresseMail"));
CREATE INDEX client_id_idx ON loyalty.client USING btree (id) WHERE ("deletedAt" IS NULL);
CREATE INDEX client_recherche_idx ON loyalty.client USING gin (recherche gin_trgm_ops);

create table loyalty.compteur (
  fragment smallint not null,
  nombre bigint not null,
  constraint compteur_pkey PRIMARY KEY (fragment)
);

-- orders

create table orders.a_compter (
  "ordreId" text not null,
  "remboursementId" text not null,
  constraint a_compter_pkey PRIMARY KEY ("ordreId", "remboursementId")
);

create table orders.avoir_voulu (
  "remboursementId" text not null,
  "ordreId" text not null,
  "transactionId" text,
  "montantCents" bigint not null,
  lignes json,
  "createdAt" timestamp with time zone not null,
  constraint avoir_voulu_pkey PRIMARY KEY ("remboursementId"),
  constraint "avoir_voulu_montantCents_check" CHECK (("montantCents" > 0))
);
CREATE INDEX "avoir_voulu_ordreId_idx" ON orders.avoir_voulu USING btree ("ordreId");

create table orders.changement_statut (
  id bigint generated always as identity not null,
  "ordreId" text not null,
  statut text not null,
  "trackingNumber" text,
  commentaire text,
  "createdAt" timestamp with time zone not null,
  "noteInterne" text,
  "annuleePar" text,
  constraint changement_statut_pkey PRIMARY KEY (id),
  constraint "changement_statut_ordreId_fkey" FOREIGN KEY ("ordreId") REFERENCES orders.commande("ordreId")
);
CREATE INDEX "changement_statut_ordreId_id_idx" ON orders.changement_statut USING btree ("ordreId", id);

create table orders.chiffre_article (
  jour date not null,
  "magasinId" bigint not null,
  "articleId" text not null,
  nom text not null,
  quantite bigint not null,
  "montantCents" bigint not null,
  constraint chiffre_article_pkey PRIMARY KEY (jour, "magasinId", "articleId")
);
CREATE INDEX chiffre_article_ventes ON orders.chiffre_article USING btree (jour, "magasinId", quantite DESC, "montantCents" DESC, "articleId");

create table orders.chiffre_groupe (
  jour date not null,
  "magasinId" bigint not null,
  groupe text not null,
  heure smallint not null,
  cle text not null,
  nom text not null,
  commandes bigint not null,
  quantite bigint not null,
  "montantCents" bigint not null,
  "rembourseCents" bigint not null,
  constraint chiffre_groupe_pkey PRIMARY KEY (jour, "magasinId", groupe, heure, cle),
  constraint chiffre_groupe_groupe_check CHECK ((groupe = ANY (ARRAY['categorie'::text, 'fournisseur'::text, 'paiement'::text, 'livraison'::text]))),
  constraint chiffre_groupe_heure_check CHECK (((heure >= 0) AND (heure <= 23)))
);

create table orders.chiffre_heure (
  jour date not null,
  "magasinId" bigint not null,
  heure smallint not null,
  commandes bigint not null,
  "montantCents" bigint not null,
  "rembourseCents" bigint not null,
  constraint chiffre_heure_pkey PRIMARY KEY (jour, "magasinId", heure),
  constraint chiffre_heure_heure_check CHECK (((heure >= 0) AND (heure <= 23)))
);

create table orders.chiffre_promotion (
  jour date not null,
  "magasinId" bigint not null,
  "promotionId" bigint not null,
  commandes bigint not null,
  "remiseCents" bigint not null,
  "montantCents" bigint not null,
  constraint chiffre_promotion_pkey PRIMARY KEY (jour, "magasinId", "promotionId")
);

create table orders.code_promotion (
  id bigint generated always as identity not null,
  code text not null,
  cle text not null,
  "promotionId" bigint not null,
  "utilisationsMax" bigint,
  "utilisationsParClient" bigint,
  "dateFin" timestamp with time zone,
  utilisations bigint default 0 not null,
  "lotId" uuid,
  "createdAt" timestamp with time zone not null,
  "revoqueLe" timestamp with time zone,
  constraint code_promotion_pkey PRIMARY KEY (id),
  constraint "code_promotion_utilisationsMax_check" CHECK (("utilisationsMax" > 0)),
  constraint "code_promotion_utilisationsParClient_check" CHECK (("utilisationsParClient" > 0))
);
CREATE UNIQUE INDEX code_promotion_cle ON orders.code_promotion USING btree (cle);
CREATE INDEX "code_promotion_lotId_id_idx" ON orders.code_promotion USING btree ("lotId", id) WHERE ("lotId" IS NOT NULL);
CREATE INDEX "code_promotion_promotionId_id_idx" ON orders.code_promotion USING btree ("promotionId", id);
CREATE INDEX code_promotion_recherche ON orders.code_promotion USING gin (cle gin_trgm_ops);

create table orders.commande (
  "ordreId" text not null,
  statut text not null,
  "clientId" text not null,
  prouve boolean not null,
  "montantTotalCents" bigint not null,
  articles json not null,
  lignes json not null,
  remises json,
  "clientInfo" json not null,
  livraison text default 'domicile'::text not null,
  "adresseLivraison" json not null,
  "magasinId" bigint,
  magasins bigint[] default '{}'::bigint[] not null,
  "magasinVente" bigint,
  "trackingNumber" text,
  "transactionId" text,
  "authorizationId" text,
  encaissements integer default 0 not null,
  "reserveeJusque" timestamp with time zone,
  reseau text,
  "prolongeableJusque" timestamp with time zone,
  correction bigint default 0 not null,
  "confirmeeLe" timestamp with time zone,
  "expedieeLe" timestamp with time zone,
  "livreeLe" timestamp with time zone,
  "stockRenduLe" timestamp with time zone,
  "annulationClientLe" timestamp with time zone,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "conditionsLivraison" json,
  codes json,
  "noteInterne" text,
  langue text default 'fr'::text not null,
  "rappelLe" timestamp with time zone,
  "versionDestinataire" integer default 0 not null,
  "moyenPaiement" text,
  constraint commande_pkey PRIMARY KEY ("ordreId"),
  constraint commande_check CHECK (((livraison = 'retrait'::text) = ("magasinId" IS NOT NULL))),
  constraint commande_livraison_check CHECK ((livraison = ANY (ARRAY['domicile'::text, 'retrait'::text]))),
  constraint "commande_montantTotalCents_check" CHECK (("montantTotalCents" >= 0))
);
CREATE INDEX "commande_clientId_prouve_createdAt_ordreId_idx" ON orders.commande USING btree ("clientId", prouve, "createdAt", "ordreId");
CREATE INDEX commande_confirmee ON orders.commande USING btree ("confirmeeLe") WHERE ("confirmeeLe" IS NOT NULL);
CREATE INDEX commande_courriel ON orders.commande USING btree (lower(("clientInfo" ->> 'email'::text))) WHERE (("clientInfo" ->> 'email'::text) IS NOT NULL);
CREATE INDEX commande_liste ON orders.commande USING btree ("createdAt", "ordreId");
CREATE INDEX commande_magasins ON orders.commande USING gin (magasins);
CREATE INDEX commande_montant ON orders.commande USING btree ("montantTotalCents", "createdAt", "ordreId");
CREATE INDEX commande_recherche ON orders.commande USING gin (orders.termes("ordreId", "clientInfo", "adresseLivraison", lignes)) WITH (gin_pending_list_limit='512');
CREATE INDEX commande_reseau ON orders.commande USING btree (reseau) WHERE (reseau IS NOT NULL);
CREATE INDEX commande_statut ON orders.commande USING btree (statut, "createdAt", "ordreId");
CREATE INDEX commande_suivi ON orders.commande USING btree ("trackingNumber") WHERE ("trackingNumber" IS NOT NULL);
CREATE UNIQUE INDEX commande_transaction ON orders.commande USING btree ("transactionId") WHERE ("transactionId" IS NOT NULL);

create table orders.ligne_retour (
  "retourId" bigint not null,
  "articleId" text not null,
  quantite bigint not null,
  "montantCents" bigint not null,
  constraint ligne_retour_pkey PRIMARY KEY ("retourId", "articleId"),
  constraint "ligne_retour_retourId_fkey" FOREIGN KEY ("retourId") REFERENCES orders.retour(id),
  constraint ligne_retour_quantite_check CHECK ((quantite > 0))
);

create table orders.mode_livraison (
  code text not null,
  nom text not null,
  description text,
  type text not null,
  zones json not null,
  tarifs json not null,
  "offertDesCents" bigint,
  "delaiJours" json,
  "suiviUrl" text,
  "tauxTva" numeric(5,2),
  actif boolean not null,
  utilise boolean default false not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  constraint mode_livraison_pkey PRIMARY KEY (code),
  constraint mode_livraison_type_check CHECK ((type = ANY (ARRAY['domicile'::text, 'relais'::text, 'retrait'::text])))
);

create table orders.paiement (
  "ordreId" text not null,
  "transactionId" text not null,
  statut text not null,
  "montantCents" bigint not null,
  "rembourseCents" bigint default 0 not null,
  etat text generated always as (
CASE
    WHEN (("rembourseCents" > 0) AND ("rembourseCents" >= "montantCents")) THEN 'rembourse'::text
    WHEN ("rembourseCents" > 0) THEN 'rembourse_en_partie'::text
    WHEN (statut = 'en_attente'::text) THEN 'en_attente'::text
    WHEN (statut = ANY (ARRAY['accepte'::text, 'paye'::text])) THEN 'paye'::text
    ELSE NULL::text
END) stored,
  "commandeLe" timestamp with time zone not null,
  constraint paiement_pkey PRIMARY KEY ("ordreId", "transactionId")
);
CREATE INDEX "paiement_etat_commandeLe_ordreId_idx" ON orders.paiement USING btree (etat, "commandeLe", "ordreId") WHERE (etat IS NOT NULL);

create table orders.piece (
  numero text not null,
  annee integer not null,
  rang integer not null,
  nature text not null,
  "ordreId" text not null,
  "remboursementId" text,
  contenu json not null,
  "emiseLe" timestamp with time zone not null,
  "archiveeLe" timestamp with time zone,
  constraint piece_annee_rang_key UNIQUE (annee, rang),
  constraint piece_pkey PRIMARY KEY (numero),
  constraint piece_check CHECK (((nature = 'avoir'::text) = ("remboursementId" IS NOT NULL))),
  constraint piece_nature_check CHECK ((nature = ANY (ARRAY['facture'::text, 'avoir'::text])))
);
CREATE UNIQUE INDEX piece_avoir ON orders.piece USING btree ("remboursementId") WHERE (nature = 'avoir'::text);
CREATE INDEX "piece_emiseLe_idx" ON orders.piece USING btree ("emiseLe");
CREATE UNIQUE INDEX piece_facture ON orders.piece USING btree ("ordreId") WHERE (nature = 'facture'::text);
CREATE INDEX "piece_ordreId_annee_rang_idx" ON orders.piece USING btree ("ordreId", annee, rang);

create table orders.promotion (
  id bigint not null,
  version bigint not null,
  promotion json not null,
  supprimee boolean not null,
  "dateFin" timestamp with time zone not null,
  constraint promotion_pkey PRIMARY KEY (id)
);
CREATE INDEX "promotion_dateFin_id_idx" ON orders.promotion USING btree ("dateFin", id) WHERE (NOT supprimee);
CREATE INDEX promotion_versions ON orders.promotion USING btree (id) INCLUDE (version);

create table orders.promotions_version (
  id boolean default true not null,
  version bigint not null,
  constraint promotions_version_pkey PRIMARY KEY (id),
  constraint promotions_version_id_check CHECK (id)
);

create table orders.reconstruction (
  id bigint generated always as identity not null,
  prochain date not null,
  dernier date not null,
  "demandeeLe" timestamp with time zone not null,
  "finieLe" timestamp with time zone,
  constraint reconstruction_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX reconstruction_en_cours ON orders.reconstruction USING btree ((true)) WHERE ("finieLe" IS NULL);

create table orders.remboursement (
  "remboursementId" text not null,
  "ordreId" text not null,
  "transactionId" text not null,
  "montantCents" bigint not null,
  "resteCents" bigint not null,
  "createdAt" timestamp with time zone not null,
  constraint remboursement_pkey PRIMARY KEY ("remboursementId")
);
CREATE INDEX remboursement_date ON orders.remboursement USING btree ("createdAt");
CREATE INDEX "remboursement_ordreId_transactionId_idx" ON orders.remboursement USING btree ("ordreId", "transactionId");

create table orders.retour (
  id bigint generated always as identity not null,
  "ordreId" text not null,
  motif text,
  "remisEnStock" boolean not null,
  "montantCents" bigint not null,
  "transactionId" text,
  "remboursementId" text,
  "createdAt" timestamp with time zone not null,
  "termineLe" timestamp with time zone,
  "livraisonCents" bigint default 0 not null,
  "retractationId" bigint,
  constraint retour_pkey PRIMARY KEY (id),
  constraint "retour_ordreId_fkey" FOREIGN KEY ("ordreId") REFERENCES orders.commande("ordreId")
);
CREATE INDEX "retour_ordreId_id_idx" ON orders.retour USING btree ("ordreId", id);
CREATE UNIQUE INDEX retour_remboursement ON orders.retour USING btree ("remboursementId") WHERE ("remboursementId" IS NOT NULL);

create table orders.retractation (
  id bigint generated always as identity not null,
  jeton bytea not null,
  "ordreId" text not null,
  nom text not null,
  courriel text not null,
  articles json,
  "createdAt" timestamp with time zone not null,
  "recuLe" timestamp with time zone,
  "aRembourserAvant" timestamp with time zone,
  statut text,
  motif text,
  "commandeConnue" boolean,
  unites json,
  entiere boolean,
  constraint retractation_jeton_key UNIQUE (jeton),
  constraint retractation_pkey PRIMARY KEY (id),
  constraint retractation_check CHECK ((("recuLe" IS NULL) = (statut IS NULL))),
  constraint retractation_statut_check CHECK ((statut = ANY (ARRAY['acceptee'::text, 'a_verifier'::text, 'refusee'::text, 'remboursee'::text])))
);
CREATE INDEX retractation_liste ON orders.retractation USING btree ("aRembourserAvant", id) WHERE (statut IS NOT NULL);
CREATE INDEX retractation_lower_idx ON orders.retractation USING btree (lower(courriel));
CREATE INDEX "retractation_ordreId_id_idx" ON orders.retractation USING btree ("ordreId", id);
CREATE INDEX retractation_passagere ON orders.retractation USING btree ("createdAt") WHERE (("recuLe" IS NULL) OR (NOT "commandeConnue"));
CREATE INDEX retractation_statut ON orders.retractation USING btree (statut, "aRembourserAvant", id) WHERE (statut IS NOT NULL);

create table orders.serie (
  id boolean default true not null,
  annee integer not null,
  rang integer not null,
  "emiseLe" timestamp with time zone not null,
  constraint serie_pkey PRIMARY KEY (id),
  constraint serie_id_check CHECK (id)
);

create table orders.utilisation_code (
  "ordreId" text not null,
  "codeId" bigint not null,
  "expireLe" timestamp with time zone,
  "paiementJusque" timestamp with time zone,
  constraint utilisation_code_pkey PRIMARY KEY ("ordreId", "codeId"),
  constraint "utilisation_code_codeId_fkey" FOREIGN KEY ("codeId") REFERENCES orders.code_promotion(id),
  constraint "utilisation_code_ordreId_fkey" FOREIGN KEY ("ordreId") REFERENCES orders.commande("ordreId")
);
CREATE INDEX utilisation_code_fin ON orders.utilisation_code USING btree (GREATEST("expireLe", "paiementJusque"), "codeId");

CREATE OR REPLACE FUNCTION orders.termes(id text, client json, adresse json, lignes json)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 1000
RETURN (WITH champ AS (SELECT json_each_text.key, plain("left"(json_each_text.value, 200)) AS value FROM json_each_text(termes.client) json_each_text(key, value) UNION ALL SELECT json_each_text.key, plain("left"(json_each_text.value, 200)) AS plain FROM json_each_text(termes.adresse) json_each_text(key, value)) SELECT array_to_tsvector(array_agg(terme.terme)) AS array_to_tsvector FROM (VALUES (lower(termes.id)), (('<'::text || reverse(lower(termes.id)))) UNION ALL SELECT regexp_split_to_table(champ.value, '[\s''’.,/()-]+'::text) AS regexp_split_to_table FROM champ WHERE (champ.key = ANY (ARRAY['prenom'::text, 'firstName'::text, 'nom'::text, 'lastName'::text, 'name'::text, 'raisonSociale'::text, 'societe'::text, 'entreprise'::text, 'company'::text])) UNION ALL SELECT champ.value FROM champ WHERE (champ.key = ANY (ARRAY['email'::text, 'adresseMail'::text, 'mail'::text])) UNION ALL SELECT ('+'::text || regexp_replace(regexp_replace(champ.value, '[^0-9+]'::text, ''::text, 'g'::text), '^(\+|00)330?'::text, '0'::text)) FROM champ WHERE (champ.key = ANY (ARRAY['telephone'::text, 'telephoneMobile'::text, 'phone'::text])) UNION ALL SELECT ('='::text || (ligne.value ->> 'articleId'::text)) FROM json_array_elements(termes.lignes) ligne(value)) terme(terme) WHERE (terme.terme <> ''::text));

-- payments

create table payments.annonce (
  id bigint generated always as identity not null,
  "transactionId" bigint not null,
  status text not null,
  "remboursementId" bigint,
  "createdAt" timestamp with time zone not null,
  constraint "annonce_remboursementId_key" UNIQUE ("remboursementId"),
  constraint "annonce_transactionId_status_remboursementId_key" UNIQUE NULLS NOT DISTINCT ("transactionId", status, "remboursementId"),
  constraint annonce_pkey PRIMARY KEY (id),
  constraint annonce_check CHECK (((status = 'rembourse'::text) = ("remboursementId" IS NOT NULL)))
);

create table payments.carte (
  id bigint generated always as identity not null,
  "clientFideliseId" bigint,
  "clientId" text,
  empreinte text not null,
  provider text not null,
  carte text not null,
  "enAttenteDe" bigint,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  constraint "carte_clientFideliseId_clientId_empreinte_key" UNIQUE NULLS NOT DISTINCT ("clientFideliseId", "clientId", empreinte),
  constraint carte_pkey PRIMARY KEY (id),
  constraint "carte_enAttenteDe_fkey" FOREIGN KEY ("enAttenteDe") REFERENCES payments.transaction(id),
  constraint carte_check CHECK ((("clientFideliseId" IS NULL) <> ("clientId" IS NULL))),
  constraint "carte_clientFideliseId_check" CHECK (("clientFideliseId" > 0))
);
CREATE INDEX carte_cle ON payments.carte USING btree ("left"(carte, 8));
CREATE INDEX "carte_clientId_id_idx" ON payments.carte USING btree ("clientId", id) WHERE ("clientId" IS NOT NULL);
CREATE INDEX "carte_enAttenteDe_idx" ON payments.carte USING btree ("enAttenteDe") WHERE ("enAttenteDe" IS NOT NULL);

create table payments.commande_close (
  "orderId" text not null,
  admission integer not null,
  "createdAt" timestamp with time zone not null,
  constraint commande_close_pkey PRIMARY KEY ("orderId")
);

create table payments.lien (
  id uuid not null,
  "tokenHash" text not null,
  "orderId" text,
  "montantCents" bigint not null,
  devise text not null,
  articles json,
  "clientId" text,
  "clientFideliseId" bigint,
  prouve boolean not null,
  titulaire text,
  intention text,
  source text,
  "returnUrl" text not null,
  "createdAt" timestamp with time zone not null,
  "expireLe" timestamp with time zone not null,
  courriel text,
  langue text default 'fr'::text not null,
  constraint "lien_tokenHash_key" UNIQUE ("tokenHash"),
  constraint lien_pkey PRIMARY KEY (id),
  constraint "lien_montantCents_check" CHECK (("montantCents" > 0))
);
CREATE INDEX "lien_clientFideliseId_idx" ON payments.lien USING btree ("clientFideliseId") WHERE ("clientFideliseId" IS NOT NULL);
CREATE INDEX "lien_clientId_idx" ON payments.lien USING btree ("clientId");
CREATE INDEX "lien_orderId_createdAt_idx" ON payments.lien USING btree ("orderId", "createdAt");

create table payments.transaction (
  id bigint generated always as identity not null,
  "montantCents" bigint not null,
  devise text not null,
  status text not null,
  "typePaiement" text not null,
  "orderId" text,
  "clientId" text,
  fidelise bigint,
  prouve boolean not null,
  "authorizationId" text,
  moyen text not null,
  provider text,
  carte text,
  "savePaymentMethod" boolean default false not null,
  "montantRembourseCents" bigint default 0 not null,
  "lienId" uuid,
  "rembourseId" bigint,
  motif text,
  occurence_credit integer,
  differe json,
  "magasinId" text,
  source text,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  litige text,
  constraint "transaction_authorizationId_key" UNIQUE ("authorizationId"),
  constraint transaction_pkey PRIMARY KEY (id),
  constraint "transaction_lienId_fkey" FOREIGN KEY ("lienId") REFERENCES payments.lien(id),
  constraint "transaction_rembourseId_fkey" FOREIGN KEY ("rembourseId") REFERENCES payments.transaction(id),
  constraint transaction_check CHECK ((("montantRembourseCents" >= 0) AND ("montantRembourseCents" <= "montantCents"))),
  constraint transaction_check1 CHECK ((("typePaiement" = 'remboursement'::text) = ("rembourseId" IS NOT NULL))),
  constraint transaction_check2 CHECK ((((moyen = 'carte_bancaire'::text) AND ("rembourseId" IS NULL)) = (carte IS NOT NULL))),
  constraint "transaction_montantCents_check" CHECK (("montantCents" > 0)),
  constraint transaction_moyen_check CHECK ((moyen = ANY (ARRAY['carte_bancaire'::text, 'especes'::text]))),
  constraint transaction_status_check CHECK ((status = ANY (ARRAY['en_attente'::text, 'accepte'::text, 'paye'::text, 'refuse'::text, 'annule'::text])))
);
CREATE INDEX transaction_cle ON payments.transaction USING btree ("left"(carte, 8)) WHERE (carte IS NOT NULL);
CREATE INDEX "transaction_clientId_id_idx" ON payments.transaction USING btree ("clientId", id);
CREATE INDEX "transaction_createdAt_idx" ON payments.transaction USING btree ("createdAt");
CREATE INDEX transaction_fidelise_idx ON payments.transaction USING btree (fidelise) WHERE (fidelise IS NOT NULL);
CREATE INDEX "transaction_lienId_id_idx" ON payments.transaction USING btree ("lienId", id);
CREATE UNIQUE INDEX transaction_live_link ON payments.transaction USING btree ("lienId") WHERE (("lienId" IS NOT NULL) AND ("rembourseId" IS NULL) AND (status = ANY (ARRAY['en_attente'::text, 'accepte'::text, 'paye'::text])) AND ("montantRembourseCents" < "montantCents"));
CREATE UNIQUE INDEX transaction_live_order ON payments.transaction USING btree ("orderId") WHERE (("orderId" IS NOT NULL) AND ("rembourseId" IS NULL) AND (status = ANY (ARRAY['en_attente'::text, 'accepte'::text, 'paye'::text])) AND ("montantRembourseCents" < "montantCents"));
CREATE INDEX "transaction_orderId_id_idx" ON payments.transaction USING btree ("orderId", id);
CREATE INDEX "transaction_rembourseId_idx" ON payments.transaction USING btree ("rembourseId") WHERE ("rembourseId" IS NOT NULL);
CREATE INDEX transaction_remboursements ON payments.transaction USING btree (id) WHERE ("rembourseId" IS NOT NULL);
CREATE INDEX transaction_status_id_idx ON payments.transaction USING btree (status, id);

-- platform

create table platform.audit (
  id bigint generated always as identity not null,
  le timestamp with time zone not null,
  domaine text not null,
  nature text not null,
  "auteurId" bigint,
  auteur text not null,
  operation text not null,
  enregistrement text,
  resultat text not null,
  "codeHttp" integer,
  "requestId" text not null,
  libelle text,
  modifications json,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_check CHECK (((resultat = 'refuse'::text) = ("codeHttp" IS NOT NULL))),
  constraint audit_nature_check CHECK ((nature = ANY (ARRAY['cle'::text, 'personnel'::text]))),
  constraint audit_resultat_check CHECK ((resultat = ANY (ARRAY['fait'::text, 'refuse'::text])))
);
CREATE INDEX audit_domaine_le_id_idx ON platform.audit USING btree (domaine, le DESC, id DESC);
CREATE INDEX audit_enregistrement_idx ON platform.audit USING btree (enregistrement) WHERE (enregistrement IS NOT NULL);
CREATE INDEX audit_le_idx ON platform.audit USING btree (le);

create table platform.clock_origin (
  id boolean default true not null,
  "real" timestamp with time zone not null,
  "time" timestamp with time zone not null,
  multiplier double precision not null,
  constraint clock_origin_pkey PRIMARY KEY (id),
  constraint clock_origin_id_check CHECK (id)
);

create table platform.copie_evenement (
  copie text not null,
  file text not null,
  voulue boolean not null,
  constraint copie_evenement_pkey PRIMARY KEY (copie, file)
);

create table platform.file_refusee (
  file text not null,
  nombre integer default 0 not null,
  octets bigint default 0 not null,
  ecartes bigint default 0 not null,
  constraint file_refusee_pkey PRIMARY KEY (file)
);

create table platform.idempotency_key (
  route text not null,
  caller text not null,
  key text not null,
  "bodyHash" text not null,
  status integer,
  answer json,
  "createdAt" timestamp with time zone not null,
  "runningUntil" timestamp with time zone not null,
  owner uuid,
  constraint idempotency_key_pkey PRIMARY KEY (route, caller, key)
);
CREATE INDEX "idempotency_key_createdAt_idx" ON platform.idempotency_key USING btree ("createdAt");

create table platform.importation (
  id bigint generated always as identity not null,
  domaine text not null,
  nature text not null,
  "nomFichier" text,
  format text not null,
  mode text not null,
  "dryRun" boolean not null,
  statut text not null,
  octets bigint not null,
  "octetsLus" bigint default 0 not null,
  lignes bigint default 0 not null,
  essais integer default 0 not null,
  resultat json,
  erreurs json,
  erreur json,
  auteur text,
  "createdAt" timestamp with time zone not null,
  "debutLe" timestamp with time zone,
  "finLe" timestamp with time zone,
  avertissements json,
  constraint importation_pkey PRIMARY KEY (id),
  constraint importation_format_check CHECK ((format = ANY (ARRAY['json'::text, 'csv'::text]))),
  constraint importation_mode_check CHECK ((mode = ANY (ARRAY['create'::text, 'upsert'::text]))),
  constraint importation_statut_check CHECK ((statut = ANY (ARRAY['en_attente'::text, 'en_cours'::text, 'termine'::text, 'echec'::text, 'abandonne'::text])))
);
CREATE INDEX "importation_createdAt_idx" ON platform.importation USING btree ("createdAt");
CREATE INDEX importation_domaine_id_idx ON platform.importation USING btree (domaine, id DESC);

create table platform.inbox (
  queue text not null,
  "messageId" text not null,
  "receivedAt" timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (queue, "messageId")
);
CREATE INDEX "inbox_receivedAt_idx" ON platform.inbox USING btree ("receivedAt");

create table platform.limite (
  key text not null,
  points integer not null,
  expire bigint,
  constraint limite_pkey PRIMARY KEY (key)
);
CREATE INDEX limite_expire_idx ON platform.limite USING btree (expire);

create table platform.migration (
  schema text not null,
  name text not null,
  checksum text not null,
  constraint migration_pkey PRIMARY KEY (schema, name)
);

create table platform.morceau_importation (
  "importationId" bigint not null,
  rang integer not null,
  contenu bytea not null,
  constraint morceau_importation_pkey PRIMARY KEY ("importationId", rang),
  constraint "morceau_importation_importationId_fkey" FOREIGN KEY ("importationId") REFERENCES platform.importation(id) ON DELETE CASCADE
);

create table platform.nom_efface (
  empreinte bytea not null,
  domaine text not null,
  le timestamp with time zone not null,
  constraint nom_efface_pkey PRIMARY KEY (empreinte, domaine)
);
CREATE INDEX nom_efface_le_idx ON platform.nom_efface USING btree (le);

create table platform.outbox (
  id bigint generated always as identity not null,
  queue text not null,
  "messageId" uuid not null,
  "requestId" text not null,
  traceparent text,
  body json not null,
  "createdAt" timestamp with time zone not null,
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_queue_id_idx ON platform.outbox USING btree (queue, id);

create table platform.refus (
  id bigint generated always as identity not null,
  file text not null,
  "messageId" text not null,
  empreinte bytea not null,
  "requestId" text not null,
  motif text not null,
  fois integer default 1 not null,
  integrite text not null,
  corps text,
  octets integer not null,
  "premierLe" timestamp with time zone not null,
  le timestamp with time zone not null,
  constraint refus_empreinte_key UNIQUE (empreinte),
  constraint refus_pkey PRIMARY KEY (id),
  constraint refus_check CHECK (((integrite = 'efface'::text) = (corps IS NULL))),
  constraint refus_integrite_check CHECK ((integrite = ANY (ARRAY['entier'::text, 'tronque'::text, 'masque'::text, 'illisible'::text, 'efface'::text])))
);
CREATE INDEX refus_file_le_id_idx ON platform.refus USING btree (file, le DESC, id DESC);
CREATE INDEX refus_le_id_idx ON platform.refus USING btree (le DESC, id DESC);

-- promotions

create table promotions.promotion (
  id bigint generated always as identity not null,
  version bigint default 1 not null,
  "categoriePromotion" text not null,
  "typePromotion" text not null,
  "idClient" text[],
  "clientsVises" text[],
  "idProduit" text[],
  "produitsVises" text[],
  "idMagasin" text[],
  "categorieProduit" text,
  "valeurPromotion" numeric(14,6),
  "uniteValeur" text,
  "autoAppliquee" boolean not null,
  "seuilMontant" bigint,
  "quantiteAchat" bigint,
  description text not null,
  "dateDebut" timestamp with time zone not null,
  "dateFin" timestamp with time zone not null,
  "applicationCreatrice" text not null,
  "applicationsConcernees" text[] not null,
  "dateCreation" timestamp with time zone not null,
  "dateModification" timestamp with time zone not null,
  "dateSuppression" timestamp with time zone,
  reductions json,
  "modesLivraison" text[],
  constraint promotion_pkey PRIMARY KEY (id),
  constraint promotion_check CHECK (("dateDebut" <= "dateFin"))
);
CREATE INDEX promotion_live ON promotions.promotion USING btree ("dateFin", id) WHERE ("dateSuppression" IS NULL);
CREATE INDEX promotion_versions ON promotions.promotion USING btree (id) INCLUDE (version);

-- purchases

create table purchases.achat (
  id bigint generated always as identity not null,
  "clientId" bigint not null,
  acheteur text,
  "ordreId" text,
  "articleId" text not null,
  "articleName" text not null,
  quantity bigint not null,
  category text,
  "unitPrice" bigint not null,
  "totalAmount" bigint generated always as ((quantity * "unitPrice")) stored not null,
  "loyaltyPointsEarned" bigint default 0 not null,
  "purchaseDate" timestamp with time zone not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "deletedAt" timestamp with time zone,
  constraint achat_pkey PRIMARY KEY (id),
  constraint achat_quantity_check CHECK ((quantity > 0)),
  constraint "achat_unitPrice_check" CHECK (("unitPrice" >= 0))
);
CREATE INDEX "achat_articleId_purchaseDate_id_idx" ON purchases.achat USING btree ("articleId", "purchaseDate" DESC, id DESC) WHERE ("deletedAt" IS NULL);
CREATE INDEX "achat_clientId_purchaseDate_id_idx" ON purchases.achat USING btree ("clientId", "purchaseDate" DESC, id DESC) WHERE ("deletedAt" IS NULL);
CREATE INDEX "achat_purchaseDate_id_idx" ON purchases.achat USING btree ("purchaseDate" DESC, id DESC) WHERE ("deletedAt" IS NULL);
CREATE INDEX achat_supprime ON purchases.achat USING btree ("ordreId") WHERE (("deletedAt" IS NOT NULL) AND ("ordreId" IS NOT NULL));

create table purchases.article (
  "articleId" text not null,
  "articleName" text not null,
  constraint article_pkey PRIMARY KEY ("articleId", "articleName")
);
CREATE INDEX article_plain_idx ON purchases.article USING gin (plain("articleName") gin_trgm_ops);

create table purchases.autre_demande (
  "requestId" uuid not null,
  fingerprint text not null,
  "createdAt" timestamp with time zone not null,
  constraint autre_demande_pkey PRIMARY KEY ("requestId", fingerprint)
);

create table purchases.commande (
  "ordreId" text not null,
  "clientId" bigint,
  "purchaseDate" timestamp with time zone,
  "rembourseeLe" timestamp with time zone,
  "createdAt" timestamp with time zone not null,
  constraint commande_pkey PRIMARY KEY ("ordreId")
);

create table purchases.compteur (
  fragment smallint not null,
  nombre bigint not null,
  constraint compteur_pkey PRIMARY KEY (fragment)
);

create table purchases.demande (
  "requestId" uuid not null,
  fingerprint text not null,
  "createdAt" timestamp with time zone not null,
  constraint demande_pkey PRIMARY KEY ("requestId")
);

-- reference

create table reference.compteur (
  ressource text not null,
  cle text not null,
  fragment smallint not null,
  nom text not null,
  nombre bigint not null,
  constraint compteur_pkey PRIMARY KEY (ressource, cle, fragment)
);

create table reference.entrepot (
  id bigint generated always as identity not null,
  nom text not null,
  adresse text not null,
  statut text not null,
  "typeEntrepot" text not null,
  "estGrosVolume" boolean not null,
  horaires text,
  "capaciteStockage" integer,
  "capaciteLogistique" integer,
  "rolesLogistiques" text[],
  "zoneGeographiqueDesservie" text,
  "responsableLogistique" text,
  mots tsvector not null,
  version integer default 1 not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "deletedAt" timestamp with time zone,
  constraint entrepot_pkey PRIMARY KEY (id)
);

create table reference.fournisseur (
  id bigint generated always as identity not null,
  "nomLegal" text not null,
  "codeFournisseur" text not null,
  siret text,
  adresse text,
  email text,
  telephone text,
  interlocuteurs text[],
  "documentsContractuelUrls" text[],
  statut text not null,
  "statutContractuel" text not null,
  mots tsvector not null,
  version integer default 1 not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "deletedAt" timestamp with time zone,
  constraint fournisseur_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX fournisseur_code ON reference.fournisseur USING btree ("codeFournisseur") WHERE ("deletedAt" IS NULL);

create table reference.image (
  id text not null,
  largeur integer not null,
  hauteur integer not null,
  contenu160 bytea not null,
  contenu480 bytea not null,
  contenu1200 bytea not null,
  "createdAt" timestamp with time zone not null,
  "utiliseeLe" timestamp with time zone not null,
  constraint image_pkey PRIMARY KEY (id)
);
CREATE INDEX image_utilisee ON reference.image USING btree ("utiliseeLe");

create table reference.magasin (
  id bigint generated always as identity not null,
  nom text not null,
  adresse text not null,
  statut text not null,
  type text not null,
  "servicesDisponibles" text[] not null,
  horaires text,
  responsable text,
  "surfaceVente" integer,
  "capaciteDAccueil" integer,
  mots tsvector not null,
  version integer default 1 not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "deletedAt" timestamp with time zone,
  constraint magasin_pkey PRIMARY KEY (id)
);

create table reference.prix (
  "produitId" bigint not null,
  depuis timestamp with time zone not null,
  "prixDeVenteCents" integer not null,
  categories text not null,
  constraint prix_pkey PRIMARY KEY ("produitId", depuis),
  constraint "prix_produitId_fkey" FOREIGN KEY ("produitId") REFERENCES reference.produit(id)
);

create table reference.produit (
  id bigint generated always as identity not null,
  ean text not null,
  nom text not null,
  "nomTri" text generated always as (plain(nom)) stored not null,
  "prixDeVenteCents" integer not null,
  "tauxTva" double precision default 20 not null,
  description text,
  "photosUrls" text[],
  categories text not null,
  "categoriesTri" text generated always as (plain(categories)) stored not null,
  "categoriesCles" text[] not null,
  marque text,
  "marqueTri" text generated always as (plain(marque)) stored,
  poids text,
  couleurs text,
  dimensions text,
  "caracteristiquesTechniques" text,
  "dureeGarantie" integer,
  "statutProduit" text not null,
  "documentationUrl" text,
  "dateFinReapprovisionnement" text,
  "dateFinDeVie" text,
  "produitsComplementairesIds" integer[],
  mots tsvector not null,
  version integer default 1 not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "deletedAt" timestamp with time zone,
  retractable boolean default true not null,
  constraint produit_pkey PRIMARY KEY (id),
  constraint "produit_prixDeVenteCents_check" CHECK (("prixDeVenteCents" >= 0)),
  constraint "produit_tauxTva_check" CHECK ((("tauxTva" >= (0)::double precision) AND ("tauxTva" <= (100)::double precision)))
);
CREATE INDEX produit_categories ON reference.produit USING gin ("categoriesCles") WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_changement ON reference.produit USING btree ("updatedAt", id) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_chemin ON reference.produit USING btree ("categoriesTri", id) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_complementaires ON reference.produit USING gin ("produitsComplementairesIds") WHERE (("deletedAt" IS NULL) AND ("produitsComplementairesIds" IS NOT NULL));
CREATE INDEX produit_creation ON reference.produit USING btree ("createdAt", id) WHERE ("deletedAt" IS NULL);
CREATE UNIQUE INDEX produit_ean ON reference.produit USING btree (ean) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_ean_simple ON reference.produit USING btree (plain(ean) COLLATE "C", id) INCLUDE (ean) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_liste ON reference.produit USING btree (id) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_marque ON reference.produit USING btree (marque, id) INCLUDE ("prixDeVenteCents", "statutProduit", "nomTri") WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_marque_tri ON reference.produit USING btree ("marqueTri", id) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_mots ON reference.produit USING gin (mots) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_nom ON reference.produit USING btree ("nomTri", id) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_prix ON reference.produit USING btree ("prixDeVenteCents", id) WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_statut ON reference.produit USING btree ("statutProduit", id) INCLUDE ("prixDeVenteCents", marque, "marqueTri", "nomTri") WHERE ("deletedAt" IS NULL);
CREATE INDEX produit_supprime ON reference.produit USING btree (id) WHERE ("deletedAt" IS NOT NULL);

create table reference.produit_fournisseur (
  id bigint generated always as identity not null,
  "produitId" bigint not null,
  "fournisseurId" bigint not null,
  "prixFournisseurCents" integer,
  "delaiLivraisonJours" integer,
  "quantiteMinimaleCommande" integer,
  "referenceFournisseur" text,
  packaging integer,
  "statutRelation" text not null,
  version integer default 1 not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  constraint produit_fournisseur_pkey PRIMARY KEY (id),
  constraint "produit_fournisseur_fournisseurId_fkey" FOREIGN KEY ("fournisseurId") REFERENCES reference.fournisseur(id),
  constraint "produit_fournisseur_produitId_fkey" FOREIGN KEY ("produitId") REFERENCES reference.produit(id),
  constraint "produit_fournisseur_prixFournisseurCents_check" CHECK (("prixFournisseurCents" >= 0))
);
CREATE INDEX "produit_fournisseur_fournisseurId_produitId_idx" ON reference.produit_fournisseur USING btree ("fournisseurId", "produitId");
CREATE UNIQUE INDEX produit_fournisseur_paire ON reference.produit_fournisseur USING btree ("produitId", "fournisseurId");
CREATE INDEX "produit_fournisseur_referenceFournisseur_idx" ON reference.produit_fournisseur USING btree ("referenceFournisseur");

create table reference.produit_fournisseur_fin (
  id bigint not null,
  "produitId" bigint not null,
  "fournisseurId" bigint not null,
  "prixFournisseurCents" integer,
  "delaiLivraisonJours" integer,
  "quantiteMinimaleCommande" integer,
  "referenceFournisseur" text,
  packaging integer,
  "statutRelation" text not null,
  version integer not null,
  "createdAt" timestamp with time zone not null,
  "updatedAt" timestamp with time zone not null,
  "deletedAt" timestamp with time zone not null,
  constraint produit_fournisseur_fin_pkey PRIMARY KEY (id)
);
