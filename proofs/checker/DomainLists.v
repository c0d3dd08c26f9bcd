(** * The lists of the points of all domains of a certificate

    [list_domains] has a list for each domain of a certificate, by its name; it has none where two domains have one name, or
    where one of them is not what the page asks for. Their orders are strict ([all_orders_strict]), so that the lists are the
    points with their ranks and their number ([domains_listed], [domains_refused], [enumerated]), as Places.v asks. *)

From Coq Require Import ZArith QArith String List Bool Sorted RelationClasses Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets LongLists Places Sorting Orders Enumerate.
Import ListNotations.

Definition list_domains (C : context) (ds : list domain) : option (list (string * list matrix)) :=
  if all_different String.eqb (map domain_name ds)
  then all_of (fun d => option_map (fun l => (domain_name d, l)) (enumerate C (domain_spec d))) ds else None.

Theorem all_orders_strict (C : context) (ds : list domain) : orders_strict C ds.
Proof. intros d S asked _ E _. apply strict_everywhere. eapply space_strict; eassumption. Qed.

Lemma names_once (names : list string) : all_different String.eqb names = true <-> NoDup names.
Proof.
  split; [ apply once_if_different, String.eqb_refl | ]. induction 1 as [|x l out once IH]; simpl; [ reflexivity | ].
  rewrite IH, andb_true_r, negb_true_iff. destruct (existsb (String.eqb x) l) eqn:E; [ | reflexivity ].
  apply existsb_exists in E. destruct E as (y & i & E). apply String.eqb_eq in E. subst y. contradiction.
Qed.

Theorem domains_listed (C : context) (ds : list domain) (lists : list (string * list matrix)) :
  list_domains C ds = Some lists -> all_listed C ds lists.
Proof.
  unfold list_domains, all_listed. destruct (all_different _ _) eqn:once; [ | discriminate ]. apply names_once in once.
  intros E. split; [ assumption | ]. apply all_of_is in E.
  induction E as [|d e ds lists E F IH]; simpl in *; [ contradiction | ].
  destruct (enumerate C (domain_spec d)) as [l|] eqn:L; [ | discriminate ]. injection E as <-. apply enumerate_lists in L.
  inversion once as [|? ? out once']; subst. intros d' [<-|i]; simpl.
  - exists l. rewrite String.eqb_refl. auto.
  - destruct (String.eqb_spec (domain_name d') (domain_name d)) as [E|_]; [ | apply IH; assumption ].
    destruct out. rewrite <- E. apply in_map. assumption.
Qed.

Theorem domains_refused (C : context) (ds : list domain) :
  list_domains C ds = None -> ~ exists lists, all_listed C ds lists.
Proof.
  unfold list_domains, all_listed. intros E (lists & once & all). apply names_once in once. rewrite once in E.
  apply all_of_none in E. destruct E as (d & i & E). destruct (all d i) as (l & _ & L). apply enumerate_only in L.
  rewrite L in E. discriminate.
Qed.

(** Of a spec: its points, their number and their ranks are those of the list that [enumerate] makes. *)
Theorem enumerated (C : context) (sp : spec) (l : list matrix) : enumerate C sp = Some l ->
  exists S asked, space_of C sp = Some (S, asked) /\ asked /\ (forall X, In X l <-> member S X) /\
    (forall k, cardinal (member S) k <-> size l = k) /\
    forall k X, nth_of l k = Some X <-> member S X /\ cardinal (fun Y => member S Y /\ precedes S Y X) k.
Proof.
  intros E. apply enumerate_lists in E. destruct E as (S & asked & F & a & L).
  pose proof (strict_everywhere _ (member S) (space_strict _ _ _ _ F)) as strict.
  exists S, asked. split; [ assumption | ]. split; [ assumption | ]. split; [ apply L | ].
  split; [ | exact (rank_is S l strict L) ]. apply cardinal_of; [ | apply L ].
  exact (in_order_no_duplicates (precedes S) (member S) l strict L).
Qed.
